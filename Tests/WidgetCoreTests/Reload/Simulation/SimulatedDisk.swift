import WidgetCore

/// The state that survives a crash of the simulated daemon, and the simulation's own knowledge of it.
struct SimulatedDisk {
    struct Row {
        var kind: String
        var timeline: Timeline?
        var record: ReloadRecord?
        /// The number of the last guaranteed request that no finished launch has served; nil: none.
        var guaranteed: Int?
        /// All that is guaranteed is that the environment has changed, which every widget reloads for: that may take half a minute.
        var isGuaranteeSpread = false
        /// The same of what came since the running launch began.
        var isNextSpread = true
        /// How long the last timeline or failure lets the widget wait; nil: for ever.
        var longestWait: Milliseconds?
        /// When it must have reloaded, in uptime.
        var reloadBy: Int64?
    }

    var rows: [WidgetID: Row] = [:]

    /// In the order of their ids, so that a run can be repeated.
    var widgets: [WidgetID] { rows.keys.sorted() }
}

/// The longest wait that the rules allow a widget, computed apart from the engine.
func longestWait(after timeline: Timeline, at now: Timestamp, _ configuration: ReloadConfiguration) -> Milliseconds? {
    let spacing = configuration.minimumSpacing
    switch timeline.policy {
    case .never: return nil
    case .after(let date): return Milliseconds(max(spacing.count, (date - now).count + configuration.afterJitter.count))
    case .atEnd:
        guard let last = timeline.entries.last?.date else { return nil }
        let isOver = timeline.entries.count == 1 || last - now <= spacing
        return Milliseconds(max((last - now).count, isOver ? configuration.idleLimit.count : spacing.count))
    }
}
