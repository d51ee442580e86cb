/// Actions that were tapped on widgets and Live Activities, and that no entry or view shows yet. Surfaces show them at once, and take back the ones that come
/// to nothing.
public struct PendingActions: Sendable {
    public struct Tap: Sendable, Hashable {
        /// The id of the widget or the activity.
        public var widget: WidgetID
        /// The action's id in what was shown.
        public var action: String
        /// The new value of a toggle; nil: a button.
        public var value: Bool?

        public init(widget: WidgetID, action: String, value: Bool?) {
            self.widget = widget
            self.action = action
            self.value = value
        }
    }

    private struct Entry: Sendable {
        var tap: Tap
        var isConfirmed = false
    }

    /// By idempotency key.
    private var entries: [String: Entry] = [:]
    /// In the order in which they were tapped.
    private var keys: [WidgetID: [String]] = [:]

    public init() {}

    /// In the order in which they were tapped.
    public func taps(of widget: WidgetID) -> [Tap] { keys[widget, default: []].compactMap { entries[$0]?.tap } }

    /// An action is being performed. Without effect where the key is known.
    public mutating func begin(_ tap: Tap, key: String) {
        guard entries[key] == nil else { return }
        if let oldest = keys[tap.widget]?.first, keys[tap.widget]?.count ?? 0 >= IntentLimits.taps { remove(oldest, of: tap.widget) }
        entries[key] = Entry(tap: tap)
        keys[tap.widget, default: []].append(key)
    }

    /// The action was performed: its tap is shown until an entry that knows it has come.
    public mutating func confirm(_ key: String) { entries[key]?.isConfirmed = true }

    /// The action failed, or its outcome isn't known: its tap is no longer shown.
    public mutating func fail(_ key: String) {
        guard let entry = entries[key], !entry.isConfirmed else { return }
        remove(key, of: entry.tap.widget)
    }

    /// A widget has a new entry, or an activity new views, which show its confirmed taps.
    public mutating func didReceiveEntry(of widget: WidgetID) {
        for key in keys[widget, default: []] where entries[key]?.isConfirmed == true { remove(key, of: widget) }
    }

    public mutating func forget(_ widget: WidgetID) {
        for key in keys[widget, default: []] { entries[key] = nil }
        keys[widget] = nil
    }

    private mutating func remove(_ key: String, of widget: WidgetID) {
        entries[key] = nil
        keys[widget]?.removeAll { $0 == key }
        if keys[widget]?.isEmpty == true { keys[widget] = nil }
    }
}
