import WidgetAPI
import WidgetCommands
import WidgetCore
import WidgetLayout

/// All looks of one widget on a sheet, each with its name.
struct LookSheet {
    private let pictures: WidgetPictures

    init(_ pictures: WidgetPictures) { self.pictures = pictures }

    private struct Look: Sendable {
        let name: String
        let change: @Sendable (inout PresentationTraits) -> Void
    }

    private static let looks: [Look] = [
        Look(name: "Light") { $0.views.colorScheme = .light },
        Look(name: "Dark") { $0.views.colorScheme = .dark },
        Look(name: "Accented, clear glass") { $0.views.renderingMode = .accented },
        Look(name: "Accented, tinted") { ($0.views.renderingMode, $0.theme.background) = (.accented, .tinted(ResolvedColor(rgb: 0x0A84FF))) },
        Look(name: "Accented, two groups") {
            ($0.views.renderingMode, $0.theme.background, $0.theme.accent) = (.accented, .solid(ResolvedColor(rgb: 0x1C1C1E)), ResolvedColor(rgb: 0xFF9F0A))
        },
        Look(name: "Accented, dark glass") { ($0.views.renderingMode, $0.views.colorScheme) = (.accented, .dark) },
        Look(name: "Paper") { ($0.views.renderingMode, $0.theme.texture) = (.accented, .paper) },
        Look(name: "Paper, dark") { ($0.views.renderingMode, $0.theme.texture, $0.views.colorScheme) = (.accented, .paper, .dark) },
        Look(name: "Elevated") { $0.theme.mounting = .elevated },
        Look(name: "Recessed") { $0.theme.mounting = .recessed },
        Look(name: "Lock screen") { SurfacePreset.lockScreen.apply(to: &$0.views) },
        Look(name: "StandBy") { SurfacePreset.standBy.apply(to: &$0.views) },
        Look(name: "Simplified") { $0.views.levelOfDetail = .simplified },
        Look(name: "Always-On") {
            SurfacePreset.alwaysOn.apply(to: &$0.views)
            $0.hidesPrivate = true
        },
        Look(name: "Locked") { $0.hidesPrivate = true },
        Look(name: "Out of date") { $0.isInvalidated = true },
        Look(name: "Large text") { $0.views.dynamicTypeSize = .xxxLarge },
        Look(name: "Right to left") { $0.isRightToLeft = true },
    ]

    /// Those of e-paper, which is white and has no colours.
    private static let paperLooks: [Look] = [
        Look(name: "Ink") { _ in },
        Look(name: "Simplified") { $0.views.levelOfDetail = .simplified },
        Look(name: "Large text") { $0.views.dynamicTypeSize = .xxxLarge },
        Look(name: "Right to left") { $0.isRightToLeft = true },
        Look(name: "Locked") { $0.hidesPrivate = true },
        Look(name: "Out of date") { $0.isInvalidated = true },
    ]

    /// - Throws: INVALID_ARGUMENT for a subject that isn't a widget, and the daemon's error.
    func list(of subject: Subject) throws -> DisplayList {
        guard case .widget(let name) = subject else { throw WidgetError.invalid("--all", "it draws one widget; name a widget, or leave --all out") }
        var lists: [DisplayList] = []
        let surface = pictures.client.surface
        for look in pictures.isOnPaper ? Self.paperLooks : Self.looks {
            pictures.client.surface = surface
            var asked = pictures.traits(.systemSmall)
            look.change(&asked)
            pictures.client.surface = asked.views
            let snapshot = try pictures.snapshot(name)
            let list = try pictures.widget(snapshot, look.change)
            lists.append(captioned(list, look.name, isOnBlack: asked.views.showsBackground == false && asked.views.renderingMode == .fullColor))
        }
        let columns = (lists.first?.size.width ?? 0) > 200 || pictures.isOnPaper ? 3.0 : 4
        return PictureArrangement(
            rows: lists, width: columns * ((lists.first?.size.width ?? 158) + 22) + 27, scale: pictures.scale, backdrop: pictures.isOnPaper ? nil : .dusk
        ).list
    }

    private func captioned(_ list: DisplayList, _ name: String, isOnBlack: Bool) -> DisplayList {
        let title = Presentation(texts: pictures.texts).caption(
            name, color: pictures.isOnPaper ? .black : .white, width: list.size.width, scale: pictures.scale, now: pictures.now)
        let size = Size(width: list.size.width, height: list.size.height + 24)
        var parts = [(list: list, origin: Point.zero), (list: title, origin: Point(x: 0, y: list.size.height + 4))]
        if isOnBlack {
            let ground = Presentation(texts: pictures.texts).blackGround(list.size, radius: 22, scale: list.scale, now: pictures.now)
            parts.insert((list: ground, origin: .zero), at: 0)
        }
        return DisplayList.composed(parts, size: size, scale: pictures.scale)
    }
}

extension Presentation {
    /// A black rectangle with round corners, to lie below a picture.
    func blackGround(_ size: Size, radius: Double, scale: Double, now: Timestamp) -> DisplayList {
        var shape = ViewNode(parent: 0, content: .shape(.roundedRectangle(cornerRadius: min(radius, size.height / 2))))
        shape.modifiers = [.foreground(.named(.black))]
        var traits = PresentationTraits(size: size, scale: scale, now: now)
        traits.hasChrome = false
        return displayList(of: ViewArchive(nodes: [shape]), traits: traits)
    }

    /// A small text below a picture, 20 points high.
    func caption(_ text: String, color: ViewColor.Name = .white, width: Double, scale: Double, now: Timestamp) -> DisplayList {
        var caption = ViewNode(parent: 0, content: .text(text))
        caption.modifiers = [.font(ViewFont(size: 12, weight: .medium)), .foreground(.named(color))]
        // The ground is pale in places.
        if color == .white { caption.modifiers += [1, 3].map { .shadow(ViewShadow(color: .rgba(0x0000_00C0), radius: $0, x: 0, y: 0)) } }
        var traits = PresentationTraits(size: Size(width: width, height: 20), scale: scale, now: now)
        traits.hasChrome = false
        return displayList(of: ViewArchive(nodes: [caption]), traits: traits)
    }
}
