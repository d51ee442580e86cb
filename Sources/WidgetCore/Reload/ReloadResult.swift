/// How a reload ended that somebody waits for.
public struct ReloadResult: Sendable, Hashable {
    /// One reload: the widget, and its number as ``ReloadEngine/reloadUnderWay(of:)`` gives it on the device that gives the widget.
    public struct Reload: Sendable, Hashable {
        public var widget: WidgetID
        public var number: UInt64

        public init(widget: WidgetID, number: UInt64) {
            self.widget = widget
            self.number = number
        }
    }

    public enum End: Sendable, Hashable {
        case newTimeline
        /// The shown timeline stays as it was.
        case sameTimeline
        case failed(WidgetError)
        /// It never began, or nobody can say how it ended; with the reason, for people.
        case lost(String)
    }

    public var reload: Reload
    public var end: End

    public init(_ reload: Reload, _ end: End) {
        self.reload = reload
        self.end = end
    }
}

/// How the last reloads of each widget ended, for those who ask a moment later.
public struct ReloadResults: Sendable {
    private var ends: [WidgetID: [(number: UInt64, end: ReloadResult.End)]] = [:]

    public init() {}

    /// Keeps an end, in place of the widget's oldest where there are ``Limits/keptReloadResults`` already.
    public mutating func put(_ result: ReloadResult) {
        var kept = ends[result.reload.widget] ?? []
        kept.append((result.reload.number, result.end))
        if kept.count > Limits.keptReloadResults { kept.removeFirst() }
        ends[result.reload.widget] = kept
    }

    /// Forgets a widget that was removed.
    public mutating func remove(_ widget: WidgetID) { ends[widget] = nil }

    /// How a reload ended. Where it is so long ago that it isn't kept any more, how the first one after it did; nil: neither has.
    public func end(of reload: ReloadResult.Reload) -> ReloadResult.End? { ends[reload.widget]?.first { $0.number >= reload.number }?.end }
}
