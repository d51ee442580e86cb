import WidgetCore
import WidgetStore

extension ControlStateMachine {
    /// - Parameter missing: the reason why no provider performs controls of a kind; nil: one does.
    mutating func apply(
        _ change: ControlChange, missing: (String) -> String?, at now: Timestamp
    ) throws(WidgetError) -> (ControlReceipt?, [ControlEffect]) {
        switch change {
        case .put(let control): return (nil, try put(control, at: now))
        case .remove(let id): return (nil, remove(id, at: now))
        case .press(let id, let tap, let kind):
            let (receipt, effects) = try press(id, tap, kind: kind, at: now)
            return (receipt, effects)
        case .performed(let id, let key, let error): return (nil, performed(id, key: key, error: error, at: now))
        case .loaded(let id, let number, let result): return (nil, loaded(id, number: number, result, at: now))
        case .reload(let which): return (nil, reload(which, at: now))
        case .providersChanged(let kinds): return (nil, providersChanged(kinds, missing: missing, at: now))
        case .advance: return (nil, advance(to: now))
        }
    }

    mutating func restarted(unavailable missing: (String) -> String?, at now: Timestamp) -> [ControlEffect] {
        restarted(unavailable: states.values.reduce(into: [:]) { $0[$1.id] = missing($1.control.kind) }, at: now)
    }

    private mutating func providersChanged(_ kinds: Set<String>, missing: (String) -> String?, at now: Timestamp) -> [ControlEffect] {
        var (lost, found): ([String: [ControlID]], [ControlID]) = ([:], [])
        for state in states.values where kinds.contains(state.control.kind) {
            switch (missing(state.control.kind), state.unavailable) {
            case (let reason?, nil): lost[reason, default: []].append(state.id)
            case (nil, _?): found.append(state.id)
            default: break
            }
        }
        let effects = lost.keys.sorted().flatMap { self.performerUnavailable(lost[$0, default: []].sorted(), reason: $0, at: now) }
        return effects + (found.isEmpty ? [] : self.performerAvailable(found.sorted(), at: now))
    }

    /// A control as its row in the store; nil: there is none.
    func stored(_ id: ControlID) -> StoredControl? {
        self[id].map { StoredControl($0, records: ControlRecord.newest(records[id]?.values.map(\.self) ?? [])) }
    }
}

extension ControlRecord {
    /// Those of a control that are shown, the newest first.
    static func newest(_ records: [ControlRecord]) -> [ControlRecord] {
        Array(records.sorted { ($0.date, $0.key) > ($1.date, $1.key) }.prefix(DaemonLimits.shownReceipts))
    }
}
