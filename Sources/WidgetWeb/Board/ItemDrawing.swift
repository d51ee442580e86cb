import Glibc
import SurfacePictures
import WidgetAPI
import WidgetCore
import WidgetLayout

/// Draws what the daemon says of an item, for one scheme. On the thread that follows the daemon.
struct ItemDrawing {
    let scheme: BoardScheme
    let texts: TextCache
    let pictures: PictureShelf
    let now: Timestamp

    /// An item, and when it looks different without another event; nil: never.
    typealias Drawn = (item: WebItem, nextTick: Timestamp?)

    /// Points; a widget of medium size is as wide.
    static let bannerWidth = 338.0
    static let controlSize = Size(width: 150, height: 66)

    private var presentation: Presentation { Presentation(texts: texts) }

    private func traits(_ family: WidgetFamily, size: Size? = nil) -> PresentationTraits {
        var traits = PresentationTraits(family: family, views: scheme.traits, now: now)
        if let size { traits.size = size }
        traits.zoneOffset = Self.offset
        return traits
    }

    func widget(_ snapshot: ProtoWidgetSnapshot) -> Drawn? {
        guard let archive = try? ViewArchive(snapshot.archive).showing(snapshot.taps) else { return nil }
        let family = WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
        var traits = traits(family)
        traits.isInvalidated = snapshot.invalidated
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        let list = presentation.displayList(of: archive, traits: traits)
        let name = snapshot.widget.name.isEmpty ? snapshot.displayName : snapshot.widget.name
        let trouble = [.stale, .orphaned].contains(snapshot.state) ? [snapshot.lastError, snapshot.unavailable].filter { !$0.isEmpty }.joined(separator: " ") : ""
        let item = WebItem(
            .widget, snapshot.widget.id, name: name, shape: "\(family)", list: list, targets: archive.adapted(to: traits.views).tapTargets,
            trouble: trouble, pictures: pictures)
        return (item, list.nextTick)
    }

    /// - Returns: nil where the activity's provider has drawn no view for the lock screen yet.
    func activity(_ snapshot: ProtoActivitySnapshot) -> Drawn? {
        guard let view = snapshot.views[.lockScreen] else { return nil }
        var traits = traits(.systemMedium)
        traits.isInvalidated = snapshot.isOutOfDate
        let list = ActivityBanner(texts: texts).displayList(of: view, width: Self.bannerWidth, traits: traits)
        let item = WebItem(
            .activity, snapshot.activity.id, name: snapshot.activity.app, shape: "banner", list: list,
            targets: view.adapted(to: traits.views).tapTargets, trouble: snapshot.lastError, pictures: pictures)
        return (item, list.nextTick)
    }

    func control(_ snapshot: ProtoControlSnapshot) -> Drawn {
        var traits = traits(.systemSmall, size: Self.controlSize)
        (traits.hasChrome, traits.margins) = (false, .zero)
        let picture = ControlPicture(snapshot)
        let list = presentation.displayList(of: picture.archive(in: Self.controlSize, isDark: scheme == .dark), traits: traits)
        let name = snapshot.control.name.isEmpty ? snapshot.kind.displayName : snapshot.control.name
        // Nobody knows which way a toggle would go whose value is hidden or unknown: the daemon decides then.
        let isOn = snapshot.kind.type == .toggle ? snapshot.value.isOn : nil
        let item = WebItem(
            control: snapshot.control.id, name: name, status: snapshot.value.status, isOn: isOn, list: list, unavailable: snapshot.unavailable)
        return (item, list.nextTick)
    }

    /// Seconds that local time is ahead of UTC. Other zones aren't known here, and a view has a text for that.
    private static let offset: @Sendable (String, Timestamp) -> Int? = { zone, date in
        guard zone.isEmpty else { return nil }
        var seconds = time_t(date.milliseconds / 1_000)
        var local = tm()
        return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
    }
}
