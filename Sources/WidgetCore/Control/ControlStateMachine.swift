/// The controls of this device and what is done to them: a state machine whose only clock is the date that it is given.
///
/// A caller changes a copy, writes what the effects name, keeps the copy once that is durable, and only then performs and loads. So a `perform()` that was
/// begun is always remembered, and its key never performed again.
public struct ControlStateMachine: Sendable {
    public private(set) var states: [ControlID: ControlState] = [:]
    /// By control and key.
    public private(set) var records: [ControlID: [String: ControlRecord]] = [:]
    /// When old keys are looked for; nil: there are no keys.
    private var forgetsAt: Timestamp?

    /// - Parameters: as they were stored; ``restarted(unavailable:at:)`` makes them go on.
    public init(states: [ControlState] = [], records: [ControlRecord] = []) {
        for state in states { self.states[state.id] = state }
        for record in records { self.records[record.control, default: [:]][record.key] = record }
    }

    public subscript(id: ControlID) -> ControlState? { states[id] }

    /// The record of a tap; nil: it was refused, or is forgotten.
    public func record(of id: ControlID, key: String) -> ControlRecord? { records[id]?[key] }

    // MARK: Configuration

    /// Adds a control, or configures the one of the same id; it loads.
    /// - Parameter control: as ``Control/validated(for:)`` gives it.
    /// - Throws: RESOURCE_EXHAUSTED over ``ControlLimits/controls``.
    public mutating func put(_ control: Control, at now: Timestamp) throws(WidgetError) -> [ControlEffect] {
        let effects = advance(to: now)
        guard states[control.id] != nil else {
            guard states.count < ControlLimits.controls else {
                throw WidgetError(.resourceExhausted, "\(states.count) controls are on this device, the limit; remove one first (`widgetctl control list`)")
            }
            states[control.id] = ControlState(control: control)
            return effects + [.changed(control.id)] + change(control.id, at: now) { $0.setNeedsLoad(at: now, &$1) }
        }
        return effects + change(control.id, at: now) { $0.configure(control, at: now, &$1) }
    }

    /// Removes a control with its records. The id is never used again, so the keys needn't be remembered.
    public mutating func remove(_ id: ControlID, at now: Timestamp) -> [ControlEffect] {
        var effects = advance(to: now)
        guard let old = states.removeValue(forKey: id) else { return effects }
        records[id] = nil
        if case .performing = old.action?.phase, let key = old.action?.key { effects.append(.cancel(id, key: key)) }
        return effects + [.removed(id)]
    }

    // MARK: Actions

    /// A user taps the control.
    /// - Throws: NOT_FOUND; INVALID_ARGUMENT for a field beyond its limit, or a key of another action; FAILED_PRECONDITION for a toggle that is to change to
    ///   the opposite of a value that isn't known; RESOURCE_EXHAUSTED where one waits already, or too many keys are remembered.
    public mutating func press(
        _ id: ControlID, _ press: ControlPress, kind: ControlKind, at now: Timestamp
    ) throws(WidgetError) -> (receipt: ControlReceipt, effects: [ControlEffect]) {
        try press.validate(for: kind)
        var effects = advance(to: now)
        guard var state = states[id] else { throw WidgetError(.notFound, "control: there is no '\(id)'; `widgetctl control list` lists them") }
        if let known = try known(press, of: id) { return (known.receipt, effects) }
        if let refusal = kind.authentication.refusal(isLocked: press.isLocked, isLocalCaller: press.isLocalCaller) { return (.denied(refusal), effects) }
        try checkRoom(for: id)
        let action = ControlAction(
            key: press.key, isOn: try state.target(of: press, kind: kind), caller: press.caller, phase: .waiting(until: now))
        let before = state
        var step = ControlState.Step()
        let receipt = try state.accept(action, queueDuration: press.queueDuration, at: now, &step)
        guard receipt != .unavailable else { return (receipt, effects) }
        records[id, default: [:]][press.key] = ControlRecord(
            control: id, key: press.key, isOn: action.isOn, caller: press.caller, receipt: receipt, date: now)
        forgetsAt = forgetsAt ?? now + ControlLimits.keysForgottenEvery
        if step.receipts.isEmpty { step.receipts = [(press.key, receipt)] }
        effects += keep(state, before: before, step, at: now)
        return (receipt, effects)
    }

    /// The record of a press that came before; nil: it is a new one.
    /// - Throws: INVALID_ARGUMENT for a key of another action.
    public func known(_ press: ControlPress, of id: ControlID) throws(WidgetError) -> ControlRecord? {
        guard let known = record(of: id, key: press.key) else { return nil }
        guard press.isOn == nil || press.isOn == known.isOn else {
            throw .invalid("idempotency_key", "it belongs to another action; use a key of its own for each")
        }
        return known
    }

    private func checkRoom(for id: ControlID) throws(WidgetError) {
        let own = records[id]?.count ?? 0
        guard own < ControlLimits.keysPerControl else {
            throw WidgetError(.resourceExhausted, "control: it was pressed \(own) times within two days, the limit; try again in an hour")
        }
        let all = records.values.reduce(0) { $0 + $1.count }
        guard all < ControlLimits.keys else {
            throw WidgetError(.resourceExhausted, "controls were pressed \(all) times within two days, the limit; try again in an hour")
        }
    }

    /// `perform()` returned. Timeouts that are due aren't applied here: a return that is reported before its timeout counts, and the report of another return
    /// may follow.
    /// - Parameter error: for people; nil: it was successful.
    public mutating func performed(_ id: ControlID, key: String, error: String? = nil, at now: Timestamp) -> [ControlEffect] {
        record(of: id, key: key) == nil ? [] : change(id, at: now) { $0.performed(key, error: error, at: now, &$1) }
    }

    // MARK: Loads

    /// `currentValue()` returned a value that is valid for the kind, or failed with an error for people. The result of any other load than the one under way is
    /// ignored. Timeouts that are due aren't applied here.
    public mutating func loaded(_ id: ControlID, number: Int64, _ result: Result<ControlValue, WidgetError>, at now: Timestamp) -> [ControlEffect] {
        guard let state = states[id], state.isLoading(number: number) else { return [] }
        return change(id, at: now) { state, step in
            switch result {
            case .success(let value): state.loaded(value, at: now, &step)
            case .failure(let error): state.failed(error.message, at: now, &step)
            }
        }
    }

    /// Loads values again, because they may have changed. Reloads that come while a load is due become one.
    public mutating func reload(_ which: ControlReload, at now: Timestamp) -> [ControlEffect] {
        let effects = advance(to: now)
        let chosen: [ControlID] =
            switch which {
            case .control(let id): [id]
            case .kind(let kind): states.values.filter { $0.control.kind == kind }.map(\.id).sorted()
            case .all: states.keys.sorted()
            }
        return effects + chosen.flatMap { change($0, at: now) { $0.setNeedsLoad(at: now, &$1) } }
    }

    // MARK: Links and restarts

    /// The performer of these controls can't be reached, for a reason that people read.
    public mutating func performerUnavailable(_ ids: [ControlID], reason: String, at now: Timestamp) -> [ControlEffect] {
        advance(to: now) + ids.flatMap { change($0, at: now) { $0.setUnavailable(reason, &$1) } }
    }

    /// The performer of these controls can be reached again. Actions that wait begin, and the controls load.
    public mutating func performerAvailable(_ ids: [ControlID], at now: Timestamp) -> [ControlEffect] {
        advance(to: now) + ids.flatMap { change($0, at: now) { $0.setAvailable(at: now, &$1) } }
    }

    /// The daemon has restarted with the stored state. Actions that were under way aren't repeated, those that waited go on, and every control loads.
    /// - Parameter unavailable: the controls whose performer can't be reached yet, each with a reason for people.
    public mutating func restarted(unavailable: [ControlID: String] = [:], at now: Timestamp) -> [ControlEffect] {
        let effects = forget(at: now)
        return effects + states.keys.sorted().flatMap { id in change(id, at: now) { $0.restart(unavailable: unavailable[id], at: now, &$1) } }
    }

    // MARK: Time

    /// When something comes due; nil: nothing does.
    public var nextDeadline: Timestamp? { [states.values.lazy.compactMap(\.deadline).min(), forgetsAt].lazy.compactMap(\.self).min() }

    /// Does what has come due.
    public mutating func advance(to now: Timestamp) -> [ControlEffect] {
        let due = states.values.filter { $0.deadline.map { $0 <= now } ?? false }.map(\.id).sorted()
        return due.flatMap { change($0, at: now) { $0.advance(to: now, &$1) } } + (forgetsAt.map { $0 <= now } ?? false ? forget(at: now) : [])
    }

    private mutating func forget(at now: Timestamp) -> [ControlEffect] {
        var effects: [ControlEffect] = []
        for id in records.keys.sorted() {
            let old = (records[id] ?? [:]).values.filter { $0.receipt.isFinal && $0.date + ControlLimits.keyRetention <= now }
            for key in old.map(\.key).sorted() {
                records[id]?[key] = nil
                effects.append(.forgotten(id, key: key))
            }
            if records[id]?.isEmpty == true { records[id] = nil }
        }
        forgetsAt = records.isEmpty ? nil : now + ControlLimits.keysForgottenEvery
        return effects
    }

    // MARK: Changes

    private mutating func change(
        _ id: ControlID, at now: Timestamp, _ body: (inout ControlState, inout ControlState.Step) -> Void
    ) -> [ControlEffect] {
        guard let before = states[id] else { return [] }
        var (state, step) = (before, ControlState.Step())
        body(&state, &step)
        return keep(state, before: before, step, at: now)
    }

    /// The change and the records come before the effects that perform and load.
    private mutating func keep(_ changed: ControlState, before: ControlState, _ step: ControlState.Step, at now: Timestamp) -> [ControlEffect] {
        let revised = changed.revised(since: before)
        let state = revised ?? changed
        var effects: [ControlEffect] = revised == nil ? [] : [.changed(state.id)]
        states[state.id] = state
        for (key, receipt) in step.receipts {
            records[state.id]?[key]?.receipt = receipt
            records[state.id]?[key]?.date = now
            effects.append(.recorded(state.id, key: key))
        }
        return effects + step.effects
    }
}

extension ControlState {
    /// The value that a press sets a toggle to; nil: it is a button's.
    /// - Throws: FAILED_PRECONDITION where the opposite of a value is asked for that isn't known.
    public func target(of press: ControlPress, kind: ControlKind) throws(WidgetError) -> Bool? {
        guard kind.type == .toggle else { return nil }
        if let isOn = press.isOn { return isOn }
        guard let isOn = shown?.isOn else {
            let isHidden = press.isLocked && kind.isPrivacySensitive
            let cause = loadError.isEmpty || isHidden ? "" : ": \(loadError)"
            throw WidgetError(.failedPrecondition, "control: whether it is on isn't known yet\(cause); set it on or off instead")
        }
        return !isOn
    }
}
