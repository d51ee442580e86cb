import WidgetCore
import WidgetStore

/// What the Smart Stack is made of, beside the widgets: what the machine says, what providers say is of use when, what a user pinned, and who watches.
struct SmartStackState {
    var schedule = RelevanceSchedule()
    var circumstances = DeviceContext()
    /// In a user's order; at most ``RelevanceLimits/pins``.
    var pins: [WidgetID] = []
    /// Questions to providers that are under way.
    var asking: [String: Task<Void, Never>] = [:]
    private(set) var watchers: [ObjectIdentifier: StackWatcher] = [:]
    /// When the clock alone changes what watchers see; nil: not, or nobody watches.
    var nextChange: Timestamp?
    /// A look at what has changed that is about to happen.
    var refresh: Task<Void, Never>?

    init() {}

    init(_ stored: StoredState) {
        schedule = RelevanceSchedule(records: stored.relevance)
        pins = stored.pins
    }

    /// A watcher has come or gone. The two may be heard in either order: one that has gone doesn't come any more.
    /// - Returns: whether it is to be shown the stack.
    mutating func note(_ watcher: StackWatcher, isThere: Bool) -> Bool {
        let isWatching = isThere && !watcher.hasEnded
        watchers[ObjectIdentifier(watcher)] = isWatching ? watcher : nil
        return isWatching
    }

    /// When the timer is needed; nil: for nothing.
    var nextDate: Timestamp? {
        // Where as many are asked as may be, the end of one of them leads to the next.
        let ask = asking.count < RelevanceLimits.askedAtOnce ? schedule.nextDate : nil
        return [ask, nextChange].compactMap(\.self).min()
    }
}
