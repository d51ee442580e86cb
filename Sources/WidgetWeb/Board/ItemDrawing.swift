import SurfacePictures
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetScene

/// Draws what the daemon says of one item, for one scheme, from one state to the next. On the thread that follows the daemon.
final class ItemDrawing {
    /// All that the items have in common.
    struct Context {
        let scheme: BoardScheme
        let localTime: LocalTime
        let texts: TextCache
        let pictures: PictureShelf
        let now: Timestamp
    }

    /// When the item looks different without another event; nil: never.
    private(set) var nextTick: Timestamp?
    private let scene = WidgetScene()
    private var archive: ViewArchive?

    /// Points; a widget of medium size is as wide.
    static let bannerWidth = 338.0
    static let controlSize = Size(width: 150, height: 66)

    private func traits(_ family: WidgetFamily, size: Size? = nil, _ context: Context) -> PresentationTraits {
        var traits = PresentationTraits(family: family, views: context.scheme.traits, now: context.now)
        if let size { traits.size = size }
        traits.localTime = context.localTime
        scene.options.isRightToLeft = traits.isRightToLeft
        return traits
    }

    private func fragment(_ adapted: ViewArchive, _ list: DisplayList, _ element: String, _ context: Context) -> WidgetFragment {
        defer { archive = adapted }
        nextTick = list.nextTick
        return WidgetFragment(
            list, in: scene, isChanged: archive != nil && archive != adapted, at: context.now, id: element, pictures: context.pictures)
    }

    /// A card of a stack.
    /// - Parameters:
    ///   - id: the card's among all stacks.
    ///   - widget: its widget; nil: it is of none, and its buttons do nothing.
    func card(_ card: ProtoStackCard, _ id: String, of widget: ProtoWidgetSnapshot?, _ context: Context) -> WebItem? {
        if let widget { return self.widget(widget, context, as: .init(kind: .card, id: id)) }
        var snapshot = card.snapshot
        snapshot.displayName = card.displayName
        return self.widget(snapshot, context, as: .init(kind: .card, id: id), isTapped: false)
    }

    /// - Parameters:
    ///   - key: where it isn't the widget's own element.
    ///   - isTapped: its buttons can be pressed; links can in any case.
    func widget(_ snapshot: ProtoWidgetSnapshot, _ context: Context, as key: BoardOrder.Key? = nil, isTapped: Bool = true) -> WebItem? {
        let key = key ?? BoardOrder.Key(kind: .widget, id: snapshot.widget.id)
        guard let archive = try? ViewArchive(snapshot.archive).showing(snapshot.taps) else { return nil }
        let family = WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
        var traits = traits(family, context)
        traits.isInvalidated = snapshot.invalidated
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        let adapted = archive.adapted(to: traits.views)
        let list = scene.show(adapted, at: context.now.sceneTime) { Presentation(texts: context.texts).displayList(of: $0, traits: traits) }
        let name = snapshot.widget.name.isEmpty ? snapshot.displayName : snapshot.widget.name
        let isOld = [.stale, .orphaned].contains(snapshot.state)
        let trouble = isOld ? [snapshot.lastError, snapshot.unavailable].filter { !$0.isEmpty }.joined(separator: " ") : ""
        return WebItem(
            key, tapped: isTapped ? .init(kind: .widget, id: snapshot.widget.id) : nil, name: name, shape: "\(family)", list: list,
            targets: adapted.tapTargets, trouble: trouble, fragment: fragment(adapted, list, key.element, context))
    }

    /// - Returns: nil where the activity's provider has drawn no view for the lock screen yet.
    func activity(_ snapshot: ProtoActivitySnapshot, _ context: Context) -> WebItem? {
        guard let view = snapshot.views[.lockScreen] else { return nil }
        var traits = traits(.systemMedium, context)
        traits.isInvalidated = snapshot.isOutOfDate
        let adapted = view.adapted(to: traits.views)
        let list = scene.show(adapted, at: context.now.sceneTime) {
            ActivityBanner(texts: context.texts).displayList(of: $0, width: Self.bannerWidth, traits: traits)
        }
        let key = BoardOrder.Key(kind: .activity, id: snapshot.activity.id)
        return WebItem(
            key, tapped: key, name: snapshot.activity.app, shape: "banner", list: list, targets: adapted.tapTargets, trouble: snapshot.lastError,
            fragment: fragment(adapted, list, key.element, context))
    }

    func control(_ snapshot: ProtoControlSnapshot, _ context: Context) -> WebItem {
        var traits = traits(.systemSmall, size: Self.controlSize, context)
        (traits.hasChrome, traits.margins) = (false, .zero)
        let archive = ControlPicture(snapshot).archive(in: Self.controlSize, isDark: context.scheme == .dark)
        let list = scene.show(archive, at: context.now.sceneTime) { Presentation(texts: context.texts).displayList(of: $0, traits: traits) }
        let name = snapshot.control.name.isEmpty ? snapshot.kind.displayName : snapshot.control.name
        // Nobody here knows which way a toggle would go whose value is hidden: the daemon decides then.
        let isOn = snapshot.kind.type == .toggle && snapshot.hasValue ? snapshot.value.isOn : nil
        return WebItem(
            control: snapshot.control.id, name: name, status: snapshot.value.status, isOn: isOn, size: Self.controlSize, unavailable: snapshot.unavailable,
            fragment: fragment(archive, list, WebItem.element(.control, snapshot.control.id), context))
    }
}
