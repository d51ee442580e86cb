import WidgetCore

/// This device's taps on other devices' controls that wait or have waited for those devices. Each is kept with its result until the control's own row has the
/// result.
struct ControlOutbox: Sendable {
    private var records: [ControlID: [String: ControlRecord]] = [:]
    /// The last tap here on each of these controls that isn't in the control's row yet. It is shown at once.
    private var sent: [ControlID: ControlRecord] = [:]

    init(_ records: [ControlRecord]) {
        for record in records { put(record) }
    }

    subscript(id: ControlID, key: String) -> ControlRecord? { records[id]?[key] }

    /// The taps on a control that are shown although its row doesn't have them.
    func told(of id: ControlID) -> [ControlRecord] { (records[id].map { Array($0.values) } ?? []) + [sent[id]].compactMap(\.self) }

    /// A control of another device as it is shown while a tap is on its way there.
    func expected(_ state: ControlState) -> ControlState { sent[state.id].map(state.expecting) ?? state }

    /// A tap is on its way to the control's device.
    mutating func send(_ tap: ControlRecord) { sent[tap.control] = tap }

    /// - Returns: false: another tap is on its way, or none.
    mutating func forgetSent(_ tap: ControlRecord) -> Bool {
        guard sent[tap.control]?.key == tap.key else { return false }
        sent[tap.control] = nil
        return true
    }

    /// The taps that wait, the oldest first.
    var waiting: [ControlRecord] { all.filter { !$0.receipt.isFinal && $0.receipt != .pending }.sorted { ($0.date, $0.key) < ($1.date, $1.key) } }

    private var all: [ControlRecord] { records.values.flatMap(\.values) }

    mutating func put(_ record: ControlRecord) { records[record.control, default: [:]][record.key] = record }

    mutating func remove(_ tap: ControlTap) {
        records[tap.control]?[tap.key] = nil
        if records[tap.control]?.isEmpty == true { records[tap.control] = nil }
    }

    /// When the next waiting tap expires or the next old tap is forgotten; nil: there is no tap.
    var nextDeadline: Timestamp? { all.map(Self.deadline).min() }

    /// The taps that have come due, each with its new record; nil: the tap is to be forgotten.
    func due(at now: Timestamp) -> [(tap: ControlTap, record: ControlRecord?)] {
        all.filter { Self.deadline($0) <= now }.map { record in
            let tap = ControlTap(control: record.control, key: record.key)
            guard case .queued = record.receipt else { return (tap, nil) }
            var late = record
            late.date = now
            late.receipt = .reverted(
                "its device wasn't connected in time, or had other taps to perform" + (record.isUnanswered ? "; it may have been performed" : ""))
            return (tap, late)
        }
    }

    private static func deadline(_ record: ControlRecord) -> Timestamp {
        if case .queued(let until) = record.receipt { until } else { record.date + ControlLimits.keyRetention }
    }
}
