public import WidgetCore
public import WidgetReplication

/// A history of one replica among three others, the same for the same seed: its own edits, batches, sets and snapshots of the others, closed origins, new
/// lives, collecting. It must come to the same in every storage: run it over two storages and compare ``steps``.
public struct ReplicaHistory {
    /// The contents after each step.
    public private(set) var steps: [Step] = []
    private var random: Seeded
    private var authors: [Replica<MemoryReplica>] = []
    private var rows: [RowKey] = []
    private var now = Timestamp(milliseconds: 1_700_000_000_000)

    /// Everything that can be read.
    public struct Step: Equatable {
        public var what: String
        public var rows: [String]
        public var log: [LoggedTransaction]
        public var hashes: [[UInt64]]
        public var owned: [[OwnedRow]]
        public var digest: [Int: [UInt64]]
        public var summary: UInt64
    }

    public static func device(_ number: Int) -> DeviceID { DeviceID(certificate: [UInt8(number)]) }

    /// Runs it over an empty storage.
    /// - Parameter length: steps of one transaction, after which everything is read.
    public static func run<S: ReplicaStorage>(seed: UInt64, steps: Int, perTransaction length: Int = 1, in storage: S) throws -> [Step] {
        var history = ReplicaHistory(random: Seeded(state: seed))
        try history.run(steps, perTransaction: length, storage)
        return history.steps
    }

    private init(random: Seeded) { self.random = random }

    private mutating func run<S: ReplicaStorage>(_ count: Int, perTransaction length: Int, _ storage: S) throws {
        for number in 1...3 { authors.append(try Self.replica(MemoryReplica(), number, now)) }
        var replica = try Self.replica(storage, 0, now)
        for number in 1...count {
            now = now + .milliseconds(Int64.random(in: -500...2_000, using: &random))
            for index in authors.indices {
                var author = authors[index]
                try edit(&author)
                authors[index] = author
            }
            let what = try step(&replica)
            guard number.isMultiple(of: length) else { continue }
            try replica.finish()
            steps.append(try Self.read(&replica, what))
        }
    }

    private static func replica<S: ReplicaStorage>(_ storage: S, _ number: Int, _ now: Timestamp) throws -> Replica<S> {
        let device = device(number)
        var bits = UInt64(number)
        var replica = try Replica.create(
            in: storage, device: device, now: now,
            random: {
                bits += 1
                return bits
            })
        let cells = [
            Cell(column: 1, .blob(device.bytes)), Cell(column: 2, .text("\(number)")), Cell(column: 3, .text("")), Cell(column: 4, .integer(now.milliseconds)),
            Cell(column: 5, .integer(0)), Cell(column: 6, .integer(0)),
        ]
        try replica.perform(RowOperation(RowKey(table: SharedSchema.device, id: RowID(device)), .insert(cells)), now: now)
        try replica.finish()
        return replica
    }

    private mutating func step<S: ReplicaStorage>(_ replica: inout Replica<S>) throws -> String {
        let author = Int.random(in: 0..<authors.count, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4:
            try edit(&replica)
            return "edit"
        case 4..<12:
            let size = Int.random(in: 1...8, using: &random)
            try pass(&authors[author], to: &replica, limit: size)
            return "batch"
        case 12..<14:
            // The others learn from each other, so that one's transactions come by another.
            let other = (author + 1) % authors.count
            var taker = authors[other]
            try pass(&authors[author], to: &taker, limit: 50)
            authors[other] = taker
            return "elsewhere"
        case 14..<16:
            let ids = (0..<3).map { [UInt8($0)] }
            for id in ids where Bool.random(using: &random) {
                let value: [UInt8]? = Bool.random(using: &random) ? [UInt8.random(in: 0...255, using: &random)] : nil
                try replica.setOwned(.kinds, id, value)
                try authors[author].setOwned(.presence, id, value)
            }
            try authors[author].finish()
            let key = OwnedKey(device: authors[author].position.device, set: OwnedSet.presence.rawValue)
            if let update = try authors[author].update(key, base: replica.position.owned[key], after: nil) {
                _ = try replica.apply(update, from: authors[author].position.device)
            }
            return "owned"
        case 16:
            let origin = authors[author].position.origin
            let sequence = replica.position.origins.state(of: origin)?.sequence ?? 0
            if sequence > 3, Int.random(in: 0..<4, using: &random) == 0 { try replica.close(origin, after: sequence - 1, now: now) }
            return "close"
        case 17:
            if Int.random(in: 0..<3, using: &random) == 0 { try replica.reincarnate(.moved, now: now) }
            return "new life"
        case 18:
            try replica.acknowledge(replica.summary().origins, by: authors[author].position.device)
            try replica.collect(tail: 2)
            return "collect"
        default:
            let vector = authors[author].summary().origins
            var place = SnapshotPlace.start
            while place.section != .end {
                let page = try authors[author].snapshotPage(at: place, vector: vector)
                try replica.merge(page)
                place = page.next
            }
            try replica.takeOver(vector, now: now)
            return "snapshot"
        }
    }

    private mutating func edit<S: ReplicaStorage>(_ replica: inout Replica<S>) throws {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let name = "\(Int.random(in: 0..<100, using: &random))"
            // The last is of a column that nobody knows yet.
            let cells = [
                Cell(column: 3, .text(name)), Cell(column: 5, .integer(Int64.random(in: -3...3, using: &random))), Cell(column: 30, .text(name)),
            ]
            let row = rows.randomElement(using: &random)
            if let row, try replica.storage.clocks(row) != nil {
                let isDelete = Int.random(in: 0..<12, using: &random) == 0
                try replica.perform(RowOperation(row, isDelete ? .delete : .update([cells.randomElement(using: &random) ?? cells[0]])), now: now)
            } else {
                let row = RowKey(table: SharedSchema.widget, id: RowID(date: now, using: &random))
                rows.append(row)
                try replica.perform(RowOperation(row, .insert(cells + [Cell(column: 4, .blob([]))])), now: now)
            }
        }
        try replica.saveProgress()
    }

    /// Passes on what the taker lacks, in the order of the giver's log.
    private func pass<A: ReplicaStorage, B: ReplicaStorage>(_ providingDevice: inout Replica<A>, to taker: inout Replica<B>, limit: Int) throws {
        let batch = try providingDevice.storage.log(after: .start, limit: .max).map(\.transaction).filter { transaction in
            let state = taker.position.origins.state(of: transaction.origin)
            return transaction.origin.device != taker.position.device && transaction.sequence > state?.sequence ?? 0
                && state?.accepts(transaction.sequence) ?? true
        }
        do {
            _ = try taker.apply(Array(batch.prefix(limit)), from: providingDevice.position.device, now: now + .hours(1))
        } catch is ReplicationFault {
            // A gap: what came by snapshot isn't in the giver's log. Nothing was applied.
        }
        try taker.saveProgress()
    }

    private static func read<S: ReplicaStorage>(_ replica: inout Replica<S>, _ what: String) throws -> Step {
        let storage = replica.storage
        // By pages of an odd size, so that their edges lie anywhere.
        var rows: [String] = []
        var last: RowKey?
        while case let page = try storage.rows(after: last, limit: 3), let end = page.last?.row {
            rows += page.map { "\($0)" }
            last = end
        }
        last = nil
        while case let page = try storage.hiddenRows(after: last, limit: 3), let end = page.last?.row {
            rows += ["\(page.count) hidden"] + page.map { "hidden \($0)" }
            last = end
        }
        last = nil
        while case let page = try storage.tombstones(after: last, limit: 3), let end = page.last?.row {
            rows += page.map { "tombstone \($0)" }
            last = end
        }
        let origins = (1...replica.position.origins.count).map { OriginNumber(rawValue: UInt16($0)) }
        return Step(
            what: what, rows: rows, log: try storage.log(after: .start, limit: .max).map(\.transaction),
            hashes: try origins.map { try storage.hashes($0, from: 1, limit: .max).map(\.hash.rawValue) },
            owned: try replica.position.owned.keys.sorted().map { try storage.owned($0, after: 0, limit: .max) }, digest: try replica.digest().tables,
            summary: replica.summary().digest)
    }
}

/// SplitMix64.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
