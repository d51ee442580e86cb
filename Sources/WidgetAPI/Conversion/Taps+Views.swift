public import WidgetCore

extension ViewArchive {
    /// The archive with toggles as users set them last, also where the views don't show it yet.
    public func showing(_ taps: [ProtoWidgetSnapshot.Tap]) -> ViewArchive {
        showing(Dictionary(taps.filter(\.hasValue).map { ($0.action, $0.value) }) { _, last in last })
    }
}

extension ProtoActivitySnapshot {
    /// The archive that surfaces draw, with toggles as they were set last; nothing where it can't be read.
    public var views: [ActivityPresentation: ViewArchive] {
        ((try? ActivityArchiveCodec.views(archive)) ?? [:]).mapValues { $0.showing(taps) }
    }

    /// All targets in its views that can be tapped, each once.
    public var tapTargets: [TapTarget] { TapTarget.all(in: views.sorted { $0.key < $1.key }.map(\.value)) }

    /// Invalidatable views are shown as out of date.
    public var isOutOfDate: Bool { invalidated || activity.state == .stale }

    /// It goes on, and the device that owns it isn't connected to this one.
    public var isAway: Bool { !unavailable.isEmpty && [.pending, .active, .stale].contains(activity.state) }
}
