import Glibc
import SurfacePictures
import WidgetAPI
import WidgetCommands
import WidgetCore
import WidgetLayout

/// Draws what the daemon has: widgets, cards, activities and controls.
struct WidgetPictures {
    let client: WidgetClient
    let look: LookOptions
    let scale: Double
    let now: Timestamp
    let texts: TextCache
    let isOnPaper: Bool

    private var presentation: Presentation { Presentation(texts: texts) }
    private var banner: ActivityBanner { ActivityBanner(texts: texts) }

    /// The traits of a family's widgets, as the options describe the surface.
    func traits(_ family: WidgetFamily, size: Size? = nil) -> PresentationTraits {
        var traits = PresentationTraits(family: family, views: client.surface ?? PresentationTraits.standardViews, scale: scale, now: now)
        if let size { traits.size = size }
        traits.localTime = SystemClock.localTime
        // Accessories lie on something dark: the display of a watch, or a picture beneath the clock.
        if traits.isAccessory { traits.views.colorScheme = .dark }
        look.apply(to: &traits, isOnPaper: isOnPaper)
        return traits
    }

    private func list(_ archive: ProtoViewArchive, _ traits: PresentationTraits) throws -> DisplayList {
        let list = presentation.displayList(of: try ViewArchive(archive), traits: traits)
        return look.place.magnification == 1 ? list : list.scaled(by: look.place.magnification)
    }

    /// A widget with its view for this surface, as ``snapshots(_:)`` waits for it.
    func snapshot(_ name: String) throws -> ProtoWidgetSnapshot { try snapshots([name])[0] }

    /// Widgets with their views for this surface. A provider that is asked for one the first time needs a moment, so all are asked at once.
    /// After a second a widget has the view for the surface that is most like this one, and a line on standard error says so: a widget has at most
    /// ``Limits/variantsPerArchive`` more.
    func snapshots(_ names: [String]) throws -> [ProtoWidgetSnapshot] {
        var snapshots = try names.map(client.widget)
        for _ in 0..<20 {
            let late = snapshots.indices.filter { isForAnotherSurface(snapshots[$0]) }
            guard !late.isEmpty else { return snapshots }
            usleep(50_000)
            for index in late { snapshots[index] = try client.widget(names[index]) }
        }
        for snapshot in snapshots where isForAnotherSurface(snapshot) {
            let name = PlainText.line(snapshot.widget.name.isEmpty ? snapshot.widget.kind : snapshot.widget.name)
            try OutputFile.error.write("widgetctl render: \(name): its provider gave no view for this surface within a second; another surface's is drawn\n")
        }
        return snapshots
    }

    private func isForAnotherSurface(_ snapshot: ProtoWidgetSnapshot) -> Bool {
        guard let surface = client.surface, let archive = try? ViewArchive(snapshot.archive) else { return false }
        return !archive.isMade(for: surface)
    }

    func widget(_ snapshot: ProtoWidgetSnapshot, size: Size? = nil) throws -> DisplayList {
        let family = WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
        var traits = traits(family, size: size)
        traits.isInvalidated = snapshot.invalidated
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        return try list(snapshot.archive, traits)
    }

    func preview(_ response: ProtoPreviewResponse) throws -> DisplayList {
        try list(response.archive, traits(WidgetFamily(rawValue: response.family.rawValue) ?? .systemSmall))
    }

    func card(_ card: ProtoStackCard) throws -> DisplayList {
        var traits = traits(WidgetFamily(rawValue: card.family.rawValue) ?? .systemSmall)
        if card.contentMarginsDisabled { traits.margins = .zero }
        return try list(card.archive, traits)
    }

    /// The presentations that an activity has: on the lock screen, expanded, compact, minimal and small.
    /// - Throws: NOT_FOUND where the activity has no views yet, and INVALID_ARGUMENT for a broken archive.
    func activity(_ snapshot: ProtoActivitySnapshot) throws -> [DisplayList] {
        var views: [ProtoActivityArchive.Presentation: ViewArchive] = [:]
        for view in snapshot.archive.views { views[view.presentation] = try ViewArchive(view.archive) }
        var lists: [DisplayList] = []
        if let view = views[.lockScreen] { lists.append(banner.displayList(of: view, width: 360, traits: traits(.systemMedium))) }
        if views[.expandedLeading] != nil || views[.expandedCenter] != nil || views[.expandedBottom] != nil || views[.expandedTrailing] != nil {
            lists.append(island(expanded: views))
        }
        if views[.compactLeading] != nil || views[.compactTrailing] != nil { lists.append(island(compact: views)) }
        if let view = views[.minimal] { lists.append(island(of: [view], width: 36.67)) }
        if let view = views[.small] { lists.append(small(view)) }
        guard !lists.isEmpty else {
            let advice = snapshot.lastError.isEmpty ? "; try again in a moment" : ": \(snapshot.lastError)"
            throw WidgetError(.notFound, "activity: its provider has drawn no views yet\(advice)")
        }
        return lists
    }

    private func small(_ view: ViewArchive) -> DisplayList {
        var traits = traits(.systemSmall)
        traits.margins = Insets(all: ActivityBanner.margin(of: view.adapted(to: traits.views)))
        return presentation.displayList(of: view, traits: traits)
    }

    // MARK: The island

    private func islandTraits() -> PresentationTraits {
        var traits = traits(.systemSmall)
        (traits.margins, traits.hasChrome, traits.views.colorScheme) = (.zero, false, .dark)
        // It is black in each theme, so its letters are white.
        traits.theme = Theme()
        return traits
    }

    /// Views beside each other in a black capsule.
    private func island(of views: [ViewArchive], width: Double?) -> DisplayList {
        let height = 36.67
        var traits = islandTraits()
        var parts: [(list: DisplayList, origin: Point)] = []
        var x = 10.0
        for (number, view) in views.enumerated() {
            let most = min(80, width ?? 80)
            let size = presentation.size(of: view.adapted(to: traits.views), width: most, height: height - 12, traits: traits)
            traits.size = Size(width: min(most, max(1, size.width)), height: min(height, max(1, size.height)))
            if let width { x = (width - traits.size.width) / 2 }
            parts.append((presentation.displayList(of: view, traits: traits), Point(x: x, y: (height - traits.size.height) / 2)))
            // The width of a camera is left free between the two parts, as on an iPhone.
            x += traits.size.width + (number + 1 < views.count ? 110 : 10)
        }
        return capsule(parts, Size(width: width ?? x, height: height), radius: height / 2)
    }

    private func island(compact views: [ProtoActivityArchive.Presentation: ViewArchive]) -> DisplayList {
        island(of: [views[.compactLeading], views[.compactTrailing]].compactMap(\.self), width: nil)
    }

    private func island(expanded views: [ProtoActivityArchive.Presentation: ViewArchive]) -> DisplayList {
        let (width, margin) = (371.0, 16.0)
        var traits = islandTraits()
        func measured(_ view: ViewArchive, _ width: Double) -> Size {
            presentation.size(of: view.adapted(to: traits.views), width: width, height: nil, traits: traits)
        }
        var parts: [(list: DisplayList, origin: Point)] = []
        func add(_ view: ViewArchive, _ place: Rect) {
            traits.size = place.size
            parts.append((presentation.displayList(of: view, traits: traits), place.origin))
        }
        let inner = width - 2 * margin
        let leading = views[.expandedLeading].map { (view: $0, size: measured($0, inner / 3)) }
        let trailing = views[.expandedTrailing].map { (view: $0, size: measured($0, inner / 3)) }
        let room = inner - (leading?.size.width ?? 0) - (trailing?.size.width ?? 0) - 16
        let center = views[.expandedCenter].map { (view: $0, size: measured($0, max(1, room))) }
        let top = max(leading?.size.height ?? 0, trailing?.size.height ?? 0, center?.size.height ?? 0, 36)
        if let leading { add(leading.view, Rect(x: margin, y: margin, width: leading.size.width, height: top)) }
        if let center {
            add(center.view, Rect(x: margin + (leading?.size.width ?? 0) + 8, y: margin, width: max(1, room), height: top))
        }
        if let trailing { add(trailing.view, Rect(x: width - margin - trailing.size.width, y: margin, width: trailing.size.width, height: top)) }
        var height = margin + top
        if let view = views[.expandedBottom] {
            let size = measured(view, inner)
            add(view, Rect(x: margin, y: height + 8, width: inner, height: min(110, size.height)))
            height += 8 + min(110, size.height)
        }
        return capsule(parts, Size(width: width, height: height + margin), radius: 44)
    }

    private func capsule(_ parts: [(list: DisplayList, origin: Point)], _ size: Size, radius: Double) -> DisplayList {
        let back = presentation.blackGround(size, radius: radius, scale: scale, now: now)
        return DisplayList.composed([(back, .zero)] + parts, size: size, scale: scale)
    }

    // MARK: Controls

    /// A control in its three sizes: a round button, a bar, and a square.
    func control(_ snapshot: ProtoControlSnapshot) -> [DisplayList] {
        let control = ControlPicture(snapshot)
        return ControlPicture.sizes.map { size in
            var traits = traits(.systemSmall, size: size)
            (traits.hasChrome, traits.margins) = (false, .zero)
            // A control has letters on a disc of its own.
            if isOnPaper { traits.views.renderingMode = .fullColor }
            return presentation.displayList(of: control.archive(in: size, isDark: traits.views.colorScheme == .dark), traits: traits)
        }
    }
}
