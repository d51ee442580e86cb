import WidgetAPI
import WidgetCore
import WidgetReplication

/// The answers of several devices about one thing, put together: which change of each row is the latest, and when it came to each device.
struct TraceAssembly {
    /// A device's answer. All devices are there, also those that gave none.
    struct Answer {
        var device: DeviceID
        var name: String
        /// Nil: it couldn't be asked.
        var trace: ProtoDeviceTrace?
        /// Its clock less this one's.
        var offset = Milliseconds.zero

        /// A date of the device, by this device's clock.
        func here(_ date: Timestamp) -> Timestamp { date + Milliseconds(-offset.count) }
    }

    let answers: [Answer]

    /// The latest change of each row, the newest first.
    var changes: [ProtoTracedChange] {
        var newest: [TracedRowIdentity: ProtoTracedRow] = [:]
        for row in answers.compactMap(\.trace).flatMap(\.rows) {
            if let known = newest[row.identity], !known.isOlder(than: row) { continue }
            newest[row.identity] = row
        }
        return newest.values.map(change).sorted { ($0.date, $0.part.rawValue) > ($1.date, $1.part.rawValue) }
    }

    /// The causes that the devices remember, oldest first.
    var events: [ProtoTraceEvent] {
        answers.flatMap { answer in
            (answer.trace?.events ?? []).map { event in
                var event = event
                event.deviceID = answer.device.description
                event.deviceName = answer.name
                event.at = .init(answer.here(event.at.timestamp))
                return event
            }
        }.sorted { $0.at.timestamp < $1.at.timestamp }
    }

    private func change(_ newest: ProtoTracedRow) -> ProtoTracedChange {
        var change = ProtoTracedChange()
        let writer = DeviceID(bytes: Array(newest.device))
        let answer = answers.first { $0.device == writer }
        change.part = newest.part
        change.deviceID = writer?.description ?? ""
        change.deviceName = answer?.name ?? writer?.short ?? ""
        change.number = newest.number
        change.removed = newest.removed
        if let row = answer?.trace?.rows.first(where: { $0.isSameChange(as: newest) }), let answer, row.hasCommittedAt {
            change.committedAt = .init(answer.here(row.committedAt.timestamp))
            change.took = row.took
        } else if newest.clock != 0 {
            let begun = HybridLogicalClock.Reading(rawValue: newest.clock).date
            change.committedAt = .init(answer?.here(begun) ?? begun)
            change.onlyBegun = true
        }
        change.arrivals = answers.filter { $0.device != writer }.map { arrival(of: newest, at: $0, change) }
        return change
    }

    private func arrival(of newest: ProtoTracedRow, at answer: Answer, _ change: ProtoTracedChange) -> ProtoTraceArrival {
        var arrival = ProtoTraceArrival()
        arrival.deviceID = answer.device.description
        arrival.deviceName = answer.name
        guard let trace = answer.trace else {
            arrival.state = .unknown
            return arrival
        }
        guard let row = trace.rows.first(where: { $0.identity == newest.identity && $0.isSameChange(as: newest) }) else {
            arrival.state = .missing
            return arrival
        }
        arrival.state = .arrived
        guard row.hasCommittedAt else { return arrival }
        let date = answer.here(row.committedAt.timestamp)
        arrival.at = .init(date)
        if change.hasCommittedAt { arrival.after = .init(date - change.committedAt.timestamp) }
        return arrival
    }
}

extension ProtoTracedChange {
    /// When it was committed, or was first seen elsewhere.
    fileprivate var date: Timestamp {
        let dates = (hasCommittedAt ? [committedAt.timestamp] : []) + arrivals.filter(\.hasAt).map(\.at.timestamp)
        return dates.min() ?? .earliest
    }
}
