public import WidgetCore

/// How far an origin has come in a replica.
public struct OriginState: Sendable, Hashable {
    public var origin: Origin
    /// The number of the last transaction that was applied here. 0 where there is none.
    public var sequence: Int64
    /// The chain hash of that transaction.
    public var top: ChainHash
    /// The highest clock of the origin's transactions.
    public var clock: HybridLogicalClock.Reading
    /// The transaction after which the origin is closed, because it forked or was given up. Nobody accepts a later one.
    public var closedAt: Int64?
    /// The origin's transactions up to this number are no longer in the log.
    public var floor: Int64

    public init(
        origin: Origin, sequence: Int64 = 0, top: ChainHash = .start, clock: HybridLogicalClock.Reading = .init(rawValue: 0), closedAt: Int64? = nil,
        floor: Int64 = 0
    ) {
        self.origin = origin
        self.sequence = sequence
        self.top = top
        self.clock = clock
        self.closedAt = closedAt
        self.floor = floor
    }

    /// Whether a transaction with this number is accepted.
    public func accepts(_ sequence: Int64) -> Bool { closedAt.map { sequence <= $0 } ?? true }
}

/// The origins that a replica knows, by their numbers. Together they are its version vector.
public struct OriginTable: Sendable, Hashable {
    private var states: [OriginState] = []
    private var numbers: [Origin: OriginNumber] = [:]
    /// Whether any origin is closed. Most replicas never have a closed one.
    private var hasClosed = false

    public init() {}

    public var count: Int { states.count }
    /// In the order of their numbers.
    public var all: some RandomAccessCollection<OriginState> { states }

    public subscript(number: OriginNumber) -> OriginState {
        get { states[Int(number.rawValue) - 1] }
        set {
            states[Int(number.rawValue) - 1] = newValue
            if newValue.closedAt != nil { hasClosed = true }
        }
    }

    public func number(of origin: Origin) -> OriginNumber? { numbers[origin] }

    public func state(of origin: Origin) -> OriginState? { number(of: origin).map { self[$0] } }

    /// Adds an origin under the next number.
    public mutating func add(_ state: OriginState) -> OriginNumber {
        states.append(state)
        let number = OriginNumber(rawValue: UInt16(states.count))
        numbers[state.origin] = number
        if state.closedAt != nil { hasClosed = true }
        return number
    }

    /// The closed origins, each with the number of its last accepted transaction.
    public var closed: [Origin: Int64] {
        guard hasClosed else { return [:] }
        return Dictionary(states.lazy.compactMap { state in state.closedAt.map { (state.origin, $0) } }, uniquingKeysWith: min)
    }

    /// The latest known life of a device.
    public func latestIncarnation(of device: DeviceID) -> Incarnation? { states.lazy.filter { $0.origin.device == device }.map(\.origin.incarnation).max() }

    /// Whether a stamp's transaction no longer counts, because its origin was closed before it. A device that has such a field stamps it again.
    public func isVoid(_ stamp: Stamp) -> Bool { hasClosed && !self[stamp.origin].accepts(stamp.sequence) }

    /// Whether a field with stamp `a` wins over one with stamp `b`. The later clock wins, then the greater origin, then the greater sequence. So every device
    /// decides alike. A void stamp loses against one that isn't.
    public func wins(_ a: Stamp, over b: Stamp) -> Bool {
        if hasClosed {
            let (aIsVoid, bIsVoid) = (isVoid(a), isVoid(b))
            if aIsVoid != bIsVoid { return bIsVoid }
        }
        if a.clock != b.clock { return a.clock > b.clock }
        if a.origin != b.origin { return self[a.origin].origin > self[b.origin].origin }
        return a.sequence > b.sequence
    }
}
