import WidgetCore

/// Taps of this device on other devices' controls that waited, or wait, for these: what came of each until the control's own row tells it.
struct ControlOutbox: Sendable {
    private var records: [ControlID: [String: ControlRecord]] = [:]

    init(_ records: [ControlRecord]) {
        for record in records { put(record) }
    }

    subscript(id: ControlID, key: String) -> ControlRecord? { records[id]?[key] }

    func records(of id: ControlID) -> [ControlRecord] { records[id].map { Array($0.values) } ?? [] }

    /// Those that wait, the oldest first.
    var waiting: [ControlRecord] { all.filter { !$0.receipt.isFinal && $0.receipt != .pending }.sorted { ($0.date, $0.key) < ($1.date, $1.key) } }

    private var all: [ControlRecord] { records.values.flatMap(\.values) }

    mutating func put(_ record: ControlRecord) { records[record.control, default: [:]][record.key] = record }

    mutating func remove(_ tap: ControlService.Tap) {
        records[tap.control]?[tap.key] = nil
        if records[tap.control]?.isEmpty == true { records[tap.control] = nil }
    }

    /// When one that waits isn't to be performed any more, or an old one is forgotten; nil: there is none.
    var nextDeadline: Timestamp? { all.map(Self.deadline).min() }

    /// Those that have come due: what is to be remembered of each, nil where nothing is any more.
    func due(at now: Timestamp) -> [(tap: ControlService.Tap, record: ControlRecord?)] {
        all.filter { Self.deadline($0) <= now }.map { record in
            let tap = ControlService.Tap(control: record.control, key: record.key)
            guard case .queued = record.receipt else { return (tap, nil) }
            var late = record
            late.date = now
            late.receipt = .reverted(
                "its device wasn't connected in time, or had other taps to perform" + (record.isUnanswered ? "; it may have been performed" : ""))
            return (tap, late)
        }
    }

    private static func deadline(_ record: ControlRecord) -> Timestamp {
        if case .queued(let until) = record.receipt { until } else { record.date + ControlLimits.keysKeptFor }
    }
}
