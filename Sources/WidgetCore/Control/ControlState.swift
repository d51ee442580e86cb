/// A control and its state.
public struct ControlState: Sendable, Hashable {
    public private(set) var control: Control
    /// The provider's last value; nil: there is none yet.
    public private(set) var value: ControlValue?
    /// The action under way.
    public private(set) var action: ControlAction?
    /// The action that begins after that one, or once the device is back.
    public private(set) var waiting: ControlAction?
    /// Why the last action came to nothing, for people; empty: it didn't, or another has begun.
    public private(set) var actionError: String
    /// Why the value may be out of date, for people; empty: it was loaded.
    public private(set) var loadError: String
    /// Why the performer of its actions can't be reached, for people; nil: it can.
    public private(set) var unavailable: String?
    /// Rises with every change of all of these, from 1.
    public private(set) var revision: Int64
    /// Not stored: after a restart every control loads.
    private var loading = ControlLoading()

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

    /// The value that surfaces show. While a toggle is being set, it is the new value, without the words about the old one.
    public var shown: ControlValue? {
        guard let isOn = action?.isOn, isOn != value?.isOn else { return value }
        return ControlValue(isOn: isOn)
    }

    /// The state as it will be once the control's device has received a tap that is on its way there.
    public func expecting(_ tap: ControlRecord) -> ControlState {
        var state = self
        state.action = ControlAction(key: tap.key, isOn: tap.isOn, caller: tap.caller, phase: .performing(since: tap.date))
        return state
    }

    /// `currentValue()` is under way.
    public var isLoading: Bool { loading.since != nil }

    /// Whether the load with this number is under way.
    func isLoading(number: Int64) -> Bool { isLoading && loading.number == number }

    /// Takes a new configuration. A new kind removes the value. A new kind or new parameters make a load due.
    mutating func configure(_ new: Control, at now: Timestamp, _ step: inout Step) {
        let old = control
        control = new
        if old.kind != new.kind { value = nil }
        if old.parameters != new.parameters || old.kind != new.kind { setNeedsLoad(at: now, &step) }
    }

    /// The state with a new revision where people, stores and other devices see a difference from `before`; nil: they see none.
    func revised(since before: ControlState) -> ControlState? {
        var other = before
        other.loading = loading
        guard self != other else { return nil }
        var revised = self
        revised.revision += 1
        return revised
    }
}

/// A press of a control, or a toggle's setting, on its way.
public struct ControlAction: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
        /// It waits for the action before it or for a device, until this date at the most.
        case waiting(until: Timestamp)
        /// `perform()` is under way.
        case performing(since: Timestamp)
        /// `perform()` returned; a load of a higher number than this confirms it.
        case confirming(after: Int64)
    }

    /// The idempotency key, unique within the control.
    public var key: String
    /// The new value of a toggle; nil: it is a button's.
    public var isOn: Bool?
    /// The user's device or program, for people.
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
private struct ControlLoading: Sendable, Hashable {
    /// The number of the last load that was begun.
    var number: Int64 = 0
    /// When the one under way began; nil: none is.
    var since: Timestamp?
    /// Another load is due as soon as nothing prevents it.
    var isNeeded = false
    /// When the next load is tried after a failure.
    var retryAt: Timestamp?
    /// How many loads have failed in a row.
    var failures = 0
}

/// The steps of a control's life.
extension ControlState {
    /// The effects of a step.
    struct Step {
        var effects: [ControlEffect] = []
        var receipts: [(key: String, receipt: ControlReceipt)] = []
    }

    // MARK: Actions

    /// Performs the action, or lets it wait.
    /// - Throws: RESOURCE_EXHAUSTED where one waits already.
    mutating func accept(_ new: ControlAction, queueDuration: Milliseconds?, at now: Timestamp, _ step: inout Step) throws(WidgetError) -> ControlReceipt {
        if unavailable != nil, queueDuration == nil { return .unavailable }
        guard unavailable != nil || action != nil else {
            begin(new, at: now, &step)
            return .pending
        }
        guard waiting == nil else {
            throw WidgetError(.resourceExhausted, "one action of this control waits already, the limit; try again when that is done")
        }
        let until = now + (queueDuration ?? ControlLimits.waitTimeout)
        waiting = ControlAction(key: new.key, isOn: new.isOn, caller: new.caller, phase: .waiting(until: until))
        return .queued(until: until)
    }

    private mutating func begin(_ new: ControlAction, at now: Timestamp, _ step: inout Step) {
        action = ControlAction(key: new.key, isOn: new.isOn, caller: new.caller, phase: .performing(since: now))
        actionError = ""
        step.receipts.append((new.key, .pending))
        step.effects.append(.perform(id, key: new.key, isOn: new.isOn))
    }

    /// Begins the action that waits, otherwise the load that is due, where nothing prevents it. The action comes first: a load before it would be out of date
    /// after it.
    private mutating func proceed(at now: Timestamp, _ step: inout Step) {
        // The action before may be known to have ended only after the waiting one has expired.
        expire(at: now, &step)
        if unavailable == nil, action == nil, let next = waiting {
            waiting = nil
            begin(next, at: now, &step)
        }
        guard loading.isNeeded, loading.since == nil, unavailable == nil, !isPerforming else { return }
        loading.number += 1
        loading.since = now
        loading.isNeeded = false
        loading.retryAt = nil
        step.effects.append(.load(id, number: loading.number))
    }

    private var isPerforming: Bool {
        if case .performing = action?.phase { true } else { false }
    }

    /// The action under way comes to nothing.
    private mutating func revert(_ reason: String, _ step: inout Step) {
        guard let ended = action else { return }
        let reason = reason.cut(toBytes: ControlLimits.reasonBytes)
        action = nil
        actionError = reason
        step.receipts.append((ended.key, .reverted(reason)))
    }

    /// `perform()` has returned, for the action under way or for one that was given up.
    mutating func performed(_ key: String, error: String?, at now: Timestamp, _ step: inout Step) {
        if isPerforming, action?.key == key {
            if let error { revert(error, &step) } else { action?.phase = .confirming(after: loading.number) }
        }
        setNeedsLoad(at: now, &step)
    }

    // MARK: Loads

    /// A load is due: now, or once what prevents it is over.
    mutating func setNeedsLoad(at now: Timestamp, _ step: inout Step) {
        loading.isNeeded = true
        proceed(at: now, &step)
    }

    /// The load under way gave that value.
    mutating func loaded(_ new: ControlValue, at now: Timestamp, _ step: inout Step) {
        // The value may have changed before this late answer came.
        if let loadDeadline, loadDeadline <= now { loading.isNeeded = true }
        loading.since = nil
        loading.failures = 0
        value = new
        loadError = ""
        if let ended = confirmable {
            if let wanted = ended.isOn, let isOn = new.isOn, isOn != wanted {
                revert("it was performed, but is \(isOn ? "on" : "off")", &step)
            } else {
                action = nil
                step.receipts.append((ended.key, .confirmed))
            }
        }
        proceed(at: now, &step)
    }

    /// The load under way came to nothing.
    mutating func failed(_ reason: String, at now: Timestamp, _ step: inout Step) {
        let reason = reason.cut(toBytes: ControlLimits.reasonBytes)
        loading.since = nil
        loading.failures += 1
        loadError = reason
        if confirmable != nil { revert("it was performed, but its value couldn't be loaded: \(reason)", &step) }
        loading.retryAt = now + ControlLimits.retry(afterFailures: loading.failures)
        proceed(at: now, &step)
    }

    /// The action that the last load confirms, because that load began after `perform()` had returned.
    private var confirmable: ControlAction? {
        guard let action, case .confirming(let after) = action.phase, loading.number > after else { return nil }
        return action
    }

    // MARK: Links and restarts

    /// The performer can't be reached.
    mutating func setUnavailable(_ reason: String, _ step: inout Step) {
        let reason = reason.cut(toBytes: ControlLimits.reasonBytes)
        unavailable = reason
        revert(isPerforming ? "\(reason); it may have been performed" : "it was performed, but its value couldn't be loaded: \(reason)", &step)
        abandonLoad()
    }

    mutating func setAvailable(at now: Timestamp, _ step: inout Step) {
        unavailable = nil
        proceed(at: now, &step)
    }

    /// The daemon has restarted. The answers that it waited for are lost, and no action is performed again.
    mutating func restart(unavailable reason: String?, at now: Timestamp, _ step: inout Step) {
        if isPerforming { revert("widgetd was stopped meanwhile; it may have been performed", &step) }
        if case .confirming = action?.phase { action?.phase = .confirming(after: loading.number) }
        unavailable = reason
        if let reason, action != nil { revert("it was performed, but its value couldn't be loaded: \(reason)", &step) }
        abandonLoad()
        proceed(at: now, &step)
    }

    private mutating func abandonLoad() {
        loading.since = nil
        loading.retryAt = nil
        loading.isNeeded = true
    }

    // MARK: Time

    /// When something comes due; nil: nothing does.
    var deadline: Timestamp? { [expiry, performDeadline, loadDeadline, retryDate].lazy.compactMap(\.self).min() }

    /// Does all that is due at `now`.
    mutating func advance(to now: Timestamp, _ step: inout Step) {
        // First, so that an action that has expired doesn't begin.
        expire(at: now, &step)
        if let deadline = performDeadline, deadline <= now, let late = action {
            step.effects.append(.cancel(id, key: late.key))
            revert("it didn't return within \(ControlLimits.performTimeout.count / 1_000) s; it may have been performed", &step)
            setNeedsLoad(at: now, &step)
        }
        if let deadline = loadDeadline, deadline <= now {
            failed("no value came within \(ControlLimits.loadTimeout.count / 1_000) s", at: now, &step)
        }
        if let retryDate, retryDate <= now {
            loading.retryAt = nil
            setNeedsLoad(at: now, &step)
        }
    }

    private mutating func expire(at now: Timestamp, _ step: inout Step) {
        guard let expiry, expiry <= now, let late = waiting else { return }
        waiting = nil
        actionError = unavailable.map { "it wasn't performed in time: \($0)" } ?? "it wasn't performed in time"
        step.receipts.append((late.key, .reverted(actionError)))
    }

    private var expiry: Timestamp? {
        if case .waiting(let until) = waiting?.phase { until } else { nil }
    }

    private var performDeadline: Timestamp? {
        if case .performing(let since) = action?.phase { since + ControlLimits.performTimeout } else { nil }
    }

    private var loadDeadline: Timestamp? { loading.since.map { $0 + ControlLimits.loadTimeout } }

    /// Nil while something prevents a load: the load begins when that ends.
    private var retryDate: Timestamp? { unavailable == nil && !isPerforming ? loading.retryAt : nil }
}
