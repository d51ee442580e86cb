internal import SwiftProtobuf
internal import WidgetCore
internal import WidgetReplication

// Devices write and read these by hand (`Batches+Bytes.swift`, `OwnedUpdate+Bytes.swift`). This code must agree with that, and tests compare the two. It also
// reads a message that has something beside its batch.

extension ProtoTransactionBatch {
    init(_ batch: [LoggedTransaction]) {
        self.init()
        var places: [Origin: UInt32] = [:]
        transactions = batch.map { transaction in
            let place = places[transaction.origin] ?? UInt32(origins.count)
            if places.updateValue(place, forKey: transaction.origin) == nil { origins.append(.init(transaction.origin)) }
            return .with {
                $0.origin = place
                $0.sequence = UInt64(clamping: transaction.sequence)
                $0.clock = transaction.clock.rawValue
                $0.hash = transaction.hash.rawValue
                $0.frame = .init(transaction.frame)
            }
        }
    }
}

extension ProtoTransactionBatch {
    var logged: [LoggedTransaction] {
        get throws(ReplicationFault) {
            guard transactions.count <= ReplicationLimits.transactionsPerBatch else {
                throw .malformed("a batch of \(transactions.count) transactions; at most \(ReplicationLimits.transactionsPerBatch)")
            }
            var known: [Origin] = []
            for origin in origins { known.append(try Origin(origin)) }
            var batch: [LoggedTransaction] = []
            batch.reserveCapacity(transactions.count)
            for proto in transactions {
                guard proto.origin < known.count else { throw .malformed("origin \(proto.origin) of \(known.count)") }
                batch.append(
                    LoggedTransaction(
                        origin: known[Int(proto.origin)], sequence: try .init(sequence: proto.sequence), clock: try .init(checked: proto.clock),
                        hash: ChainHash(rawValue: proto.hash), frame: Array(proto.frame)))
            }
            return batch
        }
    }
}

extension ProtoOwnedSetUpdate {
    init(_ update: OwnedUpdate) {
        self.init()
        version = .init(update.key, update.version)
        whole = update.isWhole
        more = update.hasMore
        rows = update.rows.map { row in
            .with {
                $0.id = .init(row.id)
                $0.counter = UInt64(clamping: row.counter)
                if let value = row.value { $0.value = .init(value) }
            }
        }
    }
}

extension OwnedUpdate {
    init(_ proto: ProtoOwnedSetUpdate) throws(ReplicationFault) {
        guard proto.rows.count <= ReplicationLimits.ownedRowsPerUpdate else {
            throw .malformed("\(proto.rows.count) owned rows at once; at most \(ReplicationLimits.ownedRowsPerUpdate)")
        }
        var rows: [OwnedRow] = []
        for row in proto.rows {
            rows.append(OwnedRow(id: Array(row.id), counter: try .init(sequence: row.counter), value: row.hasValue ? Array(row.value) : nil))
        }
        self.init(
            key: try .init(device: proto.version.device, set: proto.version.set), version: try .init(proto.version), isWhole: proto.whole, rows: rows,
            hasMore: proto.more)
    }
}
