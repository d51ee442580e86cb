/// A tap on a control.
public struct ControlPress: Sendable, Hashable {
    /// 1 to ``Limits/idempotencyKeyBytes``; the same for a retried tap, which is then performed once.
    public var key: String
    /// The new value of a toggle; nil: the opposite of the value that is shown.
    public var isOn: Bool?
    /// The origin of the press, for people: a device's or program's name. At most ``ControlLimits/callerBytes``.
    public var caller: String
    /// The press was made on the device that provides the control.
    public var isLocalCaller: Bool
    /// The session of the device that is pressed on is locked.
    public var isLocked: Bool
    /// How long it may wait where nobody can perform it now; nil: it is refused at once. At most ``ControlLimits/queueDuration``.
    public var queueDuration: Milliseconds?

    public init(key: String, isOn: Bool? = nil, caller: String = "", isLocalCaller: Bool, isLocked: Bool, queueDuration: Milliseconds? = nil) {
        self.key = key
        self.isOn = isOn
        self.caller = caller
        self.isLocalCaller = isLocalCaller
        self.isLocked = isLocked
        self.queueDuration = queueDuration
    }

    /// - Throws: INVALID_ARGUMENT that names the field.
    public func validate(for kind: ControlKind) throws(WidgetError) {
        guard !key.isEmpty else { throw .invalid("idempotency_key", "is empty; give 1 to \(Limits.idempotencyKeyBytes) bytes") }
        try key.checkBytes(atMost: Limits.idempotencyKeyBytes, field: "idempotency_key")
        try caller.checkBytes(atMost: ControlLimits.callerBytes, field: "caller")
        guard isOn == nil || kind.type == .toggle else { throw .invalid("is_on", "a button is neither on nor off; press it") }
        guard let queueDuration else { return }
        guard queueDuration > .zero, queueDuration <= ControlLimits.queueDuration else {
            throw .invalid("queue_until", "it must be a date within the next \(ControlLimits.queueDuration.count / 3_600_000) hours")
        }
    }
}

/// The outcome of a tap.
public enum ControlReceipt: Sendable, Hashable {
    /// It is being performed.
    case pending
    /// It was performed, and the value that was loaded then is shown.
    case confirmed
    /// It failed for this reason, and the control shows its last value again.
    case reverted(String)
    /// It begins once the action before it has ended or the device is back, and not after this date.
    case queued(until: Timestamp)
    /// The device that performs it can't be reached; it was not performed, and the same key may be used again.
    case unavailable
    /// The kind's authentication policy doesn't allow it, for this reason; it was not performed, and the same key may be used again.
    case denied(String)

    /// Nothing follows.
    public var isFinal: Bool {
        switch self {
        case .pending, .queued: false
        case .confirmed, .reverted, .unavailable, .denied: true
        }
    }
}

/// The record of a tap, so that its key is never performed twice.
public struct ControlRecord: Sendable, Hashable {
    public var control: ControlID
    public var key: String
    /// The new value of a toggle; nil: a button's.
    public var isOn: Bool?
    /// The origin of the press, for people.
    public var caller: String
    public var receipt: ControlReceipt
    /// When the receipt last changed.
    public var date: Timestamp
    /// For a tap that waits for another device: it was sent there and not answered, so it may have been performed.
    public var isUnanswered: Bool

    public init(
        control: ControlID, key: String, isOn: Bool?, caller: String, receipt: ControlReceipt, date: Timestamp, isUnanswered: Bool = false
    ) {
        self.control = control
        self.key = key
        self.isOn = isOn
        self.caller = caller
        self.receipt = receipt
        self.date = date
        self.isUnanswered = isUnanswered
    }
}

/// The controls whose values are loaded again.
public enum ControlReload: Sendable, Hashable {
    /// A push came with its token, or a user asked.
    case control(ControlID)
    /// `reloadControls(ofKind:)`.
    case kind(String)
    /// `reloadAllControls()`.
    case all
}

/// An effect of a change of a control.
public enum ControlEffect: Sendable, Hashable {
    /// The control has changed: store it and show it.
    case changed(ControlID)
    /// A tap's record is new or has changed: store it, and tell the clients that wait for it.
    case recorded(ControlID, key: String)
    /// Call `perform()`, once; ``ControlStateMachine/performed(_:key:error:at:)`` says how it went. Call it only after the effects before it are durable.
    case perform(ControlID, key: String, isOn: Bool?)
    /// Nobody waits for this `perform()` any more: end it.
    case cancel(ControlID, key: String)
    /// Call `currentValue()`; ``ControlStateMachine/loaded(_:number:_:at:)`` says what it gave.
    case load(ControlID, number: Int64)
    /// It is gone, with all its records.
    case removed(ControlID)
    /// The key is forgotten.
    case forgotten(ControlID, key: String)
}
