import WidgetCore
public import WidgetReplication

/// A replica's storage in dictionaries. A value: a copy of it is what a disk holds at a moment. It insists on what the port promises, so that a fault of the
/// rules shows where it happens.
public struct MemoryReplica: ReplicaStorage, Sendable {
    public struct Row: Sendable, Hashable {
        public var values: [Int: CellValue]
        public var clocks: FieldClocks
    }

    public struct Owned: Sendable, Hashable {
        public var row: OwnedRow
        public var incarnation: Incarnation
    }

    struct Logged: Sendable {
        var number: OriginNumber
        var entry: LogEntry
    }

    public private(set) var states: [OriginState] = []
    public private(set) var own: OriginNumber?
    var log: [Logged] = []
    var nextPlace: Int64 = 1
    var chain: [OriginNumber: [Int64: ChainHash]] = [:]
    /// By table.
    public internal(set) var rows: [Int: [RowID: Row]] = [:]
    public internal(set) var hidden: [RowKey: [StampedCell]] = [:]
    public internal(set) var tombs: [RowKey: Stamp] = [:]
    public internal(set) var versions: [OwnedKey: OwnedVersion] = [:]
    public internal(set) var ownedRows: [OwnedKey: [[UInt8]: Owned]] = [:]
    var acknowledged: [DeviceID: [OriginNumber: Int64]] = [:]
    public internal(set) var losers = 0

    /// Writes until the disk is full; nil: it has room.
    public var writesLeft: Int?
    /// The fault of this storage, for the tests of the tests.
    public var bug: PlantedBug?

    public init(bug: PlantedBug? = nil) { self.bug = bug }

    /// Where the replica stands, as it is read when a store is opened.
    public func position() throws -> ReplicaPosition {
        guard let own else { throw Misuse("a store without an origin of its own") }
        var table = OriginTable()
        for state in states { _ = table.add(state) }
        return ReplicaPosition(own: own, origins: table, owned: versions)
    }

    /// Begins a transaction of its own.
    public mutating func begin(writesLeft: Int?) { self.writesLeft = writesLeft }

    /// The disk has no room for another write.
    public struct Full: Error {}

    /// The rules asked for something that they must not ask for.
    public struct Misuse: Error, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }
    }

    mutating func write() throws {
        guard let left = writesLeft else { return }
        guard left > 0 else { throw Full() }
        writesLeft = left - 1
    }

    public mutating func finish() throws {}

    // MARK: Origins

    public mutating func save(_ state: OriginState, _ number: OriginNumber) throws {
        try write()
        let index = Int(number.rawValue) - 1
        // Origins that a transaction met are saved at its end, in any order.
        while states.count <= index { states.append(state) }
        states[index] = state
    }

    public mutating func setOwn(_ number: OriginNumber) throws {
        try write()
        own = number
    }

    // MARK: The log and the chain

    public mutating func append(_ transaction: LoggedTransaction, _ origin: OriginNumber) throws {
        try write()
        if let last = log.last(where: { $0.number == origin })?.entry.transaction, last.sequence + 1 != transaction.sequence {
            throw Misuse("number \(transaction.sequence) logged after \(last.sequence)")
        }
        log.append(Logged(number: origin, entry: LogEntry(place: LogPlace(rawValue: nextPlace), transaction: transaction)))
        nextPlace += 1
        chain[origin, default: [:]][transaction.sequence] = transaction.hash
    }

    public func hash(_ origin: OriginNumber, _ sequence: Int64) throws -> ChainHash? { chain[origin]?[sequence] }

    public func hashes(_ origin: OriginNumber, from sequence: Int64, limit: Int) throws -> [(sequence: Int64, hash: ChainHash)] {
        (chain[origin] ?? [:]).filter { $0.key >= sequence }.sorted { $0.key < $1.key }.prefix(limit).map { ($0.key, $0.value) }
    }

    public mutating func setHash(_ origin: OriginNumber, _ sequence: Int64, _ hash: ChainHash) throws {
        try write()
        chain[origin, default: [:]][sequence] = hash
    }

    public mutating func cut(_ origin: OriginNumber, after sequence: Int64) throws {
        try write()
        log.removeAll { $0.number == origin && $0.entry.transaction.sequence > sequence }
        if let hashes = chain[origin] { chain[origin] = hashes.filter { $0.key <= sequence } }
        if bug == .discardBranch { discard(origin, after: sequence) }
    }

    public mutating func cutLog(_ origin: OriginNumber, through sequence: Int64) throws {
        try write()
        log.removeAll { $0.number == origin && $0.entry.transaction.sequence <= sequence }
    }

    public func clock(_ origin: OriginNumber, _ sequence: Int64) throws -> HybridLogicalClock.Reading? {
        log.first { $0.number == origin && $0.entry.transaction.sequence == sequence }?.entry.transaction.clock
    }

    public func log(after place: LogPlace, limit: Int) throws -> [LogEntry] {
        let start = log.lastIndex { $0.entry.place <= place }.map { $0 + 1 } ?? 0
        return log[start...].prefix(limit).map(\.entry)
    }

    public func place(before sequence: Int64, of origin: OriginNumber) throws -> LogPlace? {
        log.first { $0.number == origin && $0.entry.transaction.sequence == sequence }.map { LogPlace(rawValue: $0.entry.place.rawValue - 1) }
    }

    public func end() throws -> LogPlace { LogPlace(rawValue: nextPlace - 1) }
}
