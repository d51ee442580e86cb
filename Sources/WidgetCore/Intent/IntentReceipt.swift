/// What becomes of an intent: of an action that somebody tapped. The device that performs it keeps the receipt, and all devices see it.
public struct IntentReceipt: Sendable, Hashable {
    public enum State: Int, Sendable, Hashable, CaseIterable {
        /// It is being performed.
        case pending = 1
        case confirmed = 2
        /// It came to nothing, or nobody knows what became of it: the reason says which.
        case reverted = 3
        /// It waits for the device that performs it.
        case queued = 4
    }

    /// Whose action it is.
    public enum Target: Int, Sendable, Hashable, CaseIterable {
        case widget = 0
        case activity = 1
    }

    /// A UUIDv7, made when it was tapped.
    public var id: WidgetID
    /// The idempotency key.
    public var key: String
    public var target: Target
    /// Of the widget or the activity.
    public var widget: WidgetID
    /// The action's id in what was shown.
    public var action: String
    /// What a toggle is set to; nil: a button.
    public var value: Bool?
    /// Where it was tapped, if not on the device that keeps this.
    public var askedBy: DeviceID?
    /// Which performs it, if not the device that keeps this.
    public var performer: DeviceID?
    public var state: State
    /// For people; empty where the state says it all.
    public var reason: String
    public var startedAt: Timestamp
    /// Nil: it isn't over.
    public var endedAt: Timestamp?
    /// Until when it waits for its device; nil: it doesn't.
    public var expiresAt: Timestamp?

    public init(
        id: WidgetID, key: String, target: Target = .widget, widget: WidgetID, action: String, value: Bool?, askedBy: DeviceID? = nil,
        performer: DeviceID? = nil, state: State = .pending, reason: String = "", startedAt: Timestamp, endedAt: Timestamp? = nil, expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.key = key
        self.target = target
        self.widget = widget
        self.action = action
        self.value = value
        self.askedBy = askedBy
        self.performer = performer
        self.state = state
        self.reason = reason
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.expiresAt = expiresAt
    }

    /// As it is once it has ended.
    /// - Parameter error: why it came to nothing; nil: it was performed.
    public func ended(_ error: WidgetError?, at date: Timestamp) -> IntentReceipt {
        var receipt = self
        receipt.state = error == nil ? .confirmed : .reverted
        receipt.reason = error?.message.cut(toBytes: IntentLimits.reasonBytes) ?? ""
        receipt.endedAt = date
        receipt.expiresAt = nil
        return receipt
    }
}
