/// A control and how it stands.
public struct ControlState: Sendable, Hashable {
    public internal(set) var control: Control
    /// What the provider said last; nil: nothing yet.
    public internal(set) var value: ControlValue?
    /// The action under way.
    public internal(set) var action: ControlAction?
    /// The one that comes after it, or once the device is back.
    public internal(set) var waiting: ControlAction?
    /// Why the last action came to nothing, for people; empty: it didn't, or another has begun.
    public internal(set) var actionError: String
    /// Why the value may be out of date, for people; empty: it was loaded.
    public internal(set) var loadError: String
    /// Why whoever performs its actions can't be reached, for people; nil: they can.
    public internal(set) var unavailable: String?
    /// Rises with every change of all of these, from 1.
    public internal(set) var revision: Int64
    /// Not stored: after a restart every control loads.
    var loading = ControlLoading()

    /// A control as it was stored.
    public init(
        control: Control, value: ControlValue? = nil, action: ControlAction? = nil, waiting: ControlAction? = nil, actionError: String = "",
        loadError: String = "", unavailable: String? = nil, revision: Int64 = 1
    ) {
        self.control = control
        self.value = value
        self.action = action
        self.waiting = waiting
        self.actionError = actionError
        self.loadError = loadError
        self.unavailable = unavailable
        self.revision = revision
    }

    public var id: ControlID { control.id }

    /// What surfaces show: while a toggle is being set, that it is set so, without the words that were about the other state.
    public var shown: ControlValue? {
        guard let isOn = action?.isOn, isOn != value?.isOn else { return value }
        return ControlValue(isOn: isOn)
    }

    /// As it will be once its device has taken a tap that is on its way there.
    public func expecting(_ tap: ControlRecord) -> ControlState {
        var state = self
        state.action = ControlAction(key: tap.key, isOn: tap.isOn, caller: tap.caller, phase: .performing(since: tap.date))
        return state
    }

    /// `currentValue()` is under way.
    public var isLoading: Bool { loading.since != nil }

    /// Whether people, stores and other devices see no difference.
    func isSame(as other: ControlState) -> Bool {
        var other = other
        other.loading = loading
        return self == other
    }
}

/// A press of a control, or a toggle's setting, on its way.
public struct ControlAction: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
        /// For the one before it or for a device, until then.
        case waiting(until: Timestamp)
        /// `perform()` is under way.
        case performing(since: Timestamp)
        /// `perform()` returned; a load of a higher number than this confirms it.
        case confirming(after: Int64)
    }

    /// The idempotency key, unique within the control.
    public var key: String
    /// What a toggle is set to; nil: it is a button's.
    public var isOn: Bool?
    /// Who pressed, for people.
    public var caller: String
    public var phase: Phase

    public init(key: String, isOn: Bool?, caller: String, phase: Phase) {
        self.key = key
        self.isOn = isOn
        self.caller = caller
        self.phase = phase
    }
}

/// A control's loads.
struct ControlLoading: Sendable, Hashable {
    /// Of the last one that was begun.
    var number: Int64 = 0
    /// When the one under way began; nil: none is.
    var since: Timestamp?
    /// Another is due as soon as it can be.
    var isOwed = false
    /// When another is tried by itself.
    var retryAt: Timestamp?
    /// How many failed one after the other.
    var failures = 0
}
