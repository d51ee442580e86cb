@testable import WidgetCore
@testable import WidgetReplication
@testable import WidgetStore

/// The changes of another device, as it sends them.
private enum OtherDevice {
    static let origin = Origin(device: DeviceID(certificate: [7]), incarnation: Incarnation(rawValue: 1 << 40))

    static func clock(_ sequence: Int64) -> HybridLogicalClock.Reading { .init(date: StorePlace.start + Milliseconds(sequence)) }

    /// Its own row, then widgets that it placed and edited, a field of a row that isn't here yet, and a widget of ours that it removed.
    static let transactions: [LoggedTransaction] = {
        let device = RowOperation(
            RowKey(table: SharedSchema.device, id: RowID(origin.device)),
            .insert([
                Cell(column: 1, .blob(origin.device.bytes)), Cell(column: 2, .text("other")), Cell(column: 3, .text("")),
                Cell(column: 4, .integer(StorePlace.start.milliseconds)), Cell(column: 5, .integer(0)), Cell(column: 6, .integer(0)),
            ]))
        let changes: [[RowOperation]] = [
            [device], [placed(11), placed(12)], [RowOperation(row(11), .update([Cell(column: 3, .text("edited"))]))],
            [RowOperation(row(99), .update([Cell(column: 3, .text("not here yet"))]))], [RowOperation(row(1), .delete), placed(13)],
        ]
        var hash = ChainHash.start
        return changes.enumerated().map { index, operations in
            let (sequence, frame) = (Int64(index) + 1, FrameWriter.frame(operations))
            hash = hash.next(origin, sequence: sequence, clock: clock(sequence), frame: frame)
            return LoggedTransaction(origin: origin, sequence: sequence, clock: clock(sequence), hash: hash, frame: frame)
        }
    }()

    static func row(_ number: Int) -> RowKey { RowKey(table: SharedSchema.widget, id: RowID(Widget.sample(number).id)) }

    static func placed(_ number: Int) -> RowOperation { RowOperation(row(number), .insert(cells(number))) }

    static func cells(_ number: Int) -> [Cell] {
        [
            Cell(column: 1, .text("clock")), Cell(column: 2, .integer(1)), Cell(column: 3, .text("widget \(number)")), Cell(column: 4, .blob([])),
            Cell(column: 5, .integer(StorePlace.start.milliseconds)), Cell(column: 6, .blob(origin.device.bytes)),
        ]
    }

    /// Where it stands after its transactions.
    static var state: OriginState {
        let last = transactions[transactions.count - 1]
        return OriginState(origin: origin, sequence: last.sequence, top: last.hash, clock: last.clock, floor: last.sequence)
    }

    /// Pages of a snapshot with rows, a hidden field, a tombstone and the chain.
    static let pages: [SnapshotPage] = {
        func stamped(_ cells: [Cell], _ sequence: Int64) -> [StampedCell] {
            cells.map { StampedCell($0, Stamp(clock: clock(sequence), origin: OriginNumber(rawValue: 1), sequence: sequence)) }
        }
        var rows = SnapshotPage(next: SnapshotPlace(section: .hidden))
        rows.origins = [origin]
        rows.rows = [11, 12, 13].map { .init(row: row($0), cells: stamped([Cell(column: StampedCell.birth, .integer(1))] + cells($0), 2)) }
        var rest = SnapshotPage(next: SnapshotPlace(section: .end))
        rest.origins = [origin]
        rest.hidden = [.init(row: row(99), cells: stamped([Cell(column: 3, .text("not here yet"))], 4))]
        rest.tombstones = [.init(row: row(1), cells: stamped([Cell(column: StampedCell.birth, .integer(0))], 5))]
        rest.chains = [.init(origin: OriginNumber(rawValue: 1), first: 1, hashes: transactions.map(\.hash))]
        return [rows, rest]
    }()
}

extension Scenario {
    /// A peer's transactions in two batches, what it owns, and an edit of ours between them. The list of devices and adopted rows are durable, the rest when it
    /// is synced.
    static let appliedBatch = Scenario(
        name: "a peer's batches are applied",
        ground: { store in try await store.write { try $0.put(.sample(1)) } },
        steps: [
            .replicate("first batch", isDurable: true) {
                _ = try $0.apply(Array(OtherDevice.transactions.prefix(2)), from: OtherDevice.origin.device, now: StorePlace.start)
            },
            .write("edit what came") { try $0.put(.sample(12, name: "ours")) },
            .replicate("second batch, with a part of the first") {
                _ = try $0.apply(Array(OtherDevice.transactions.dropFirst()), from: OtherDevice.origin.device, now: StorePlace.start)
            },
            Step(name: "sync") { try await $0.sync() },
            .replicate("what it owns") { replica in
                let key = OwnedKey(device: OtherDevice.origin.device, set: OwnedSet.presence.rawValue)
                let row = OwnedRow(id: [], counter: 1, value: [1, 2, 3])
                let version = OwnedVersion(incarnation: OtherDevice.origin.incarnation, counter: 1, digest: row.digest)
                _ = try replica.apply(OwnedUpdate(key: key, version: version, isWhole: true, rows: [row], hasMore: false), from: key.device)
            },
            .replicate("close its origin, adopt the rest", isDurable: true) { try $0.close(OtherDevice.origin, after: 3, now: StorePlace.start) },
        ])

    /// The same, and the write-ahead log is folded into the database with every commit.
    static let checkpointedBatch: Scenario = {
        var scenario = appliedBatch
        scenario.name += ", with checkpoints"
        scenario.opened = { store in store.connections.log?.checkpointPages = 1 }
        return scenario
    }()

    /// Everything from a peer, page by page; what follows at once is durable, with all of it.
    static let snapshot = Scenario(
        name: "a snapshot is taken in",
        ground: { store in try await store.write { try $0.put(.sample(1)) } },
        steps: [
            .replicate("rows") { try $0.merge(OtherDevice.pages[0]) },
            .replicate("the rest, and its vector") { replica in
                try replica.merge(OtherDevice.pages[1])
                try replica.takeOver([OtherDevice.state], now: StorePlace.start)
            },
            .write("an edit of ours") { try $0.put(.sample(11, name: "ours")) },
        ])
}

extension Step {
    /// A session's step: one transaction.
    fileprivate static func replicate(
        _ name: String, isDurable: Bool = false, _ body: @escaping @Sendable (inout Replica<SQLiteReplica>) throws -> Void
    ) -> Step {
        Step(name: name, isDurable: isDurable, mayStay: isDurable) { store in try await store.replicate(body) }
    }
}
