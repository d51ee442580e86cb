public import WidgetCore

/// How far an origin has come in a replica.
public struct OriginState: Sendable, Hashable {
    public var origin: Origin
    /// The last transaction applied here; 0: none.
    public var sequence: Int64
    /// Its chain hash.
    public var top: ChainHash
    /// The highest clock of them.
    public var clock: HybridLogicalClock.Reading
    /// The origin forked or was given up after this transaction: nobody takes a later one.
    public var closedAt: Int64?
    /// Up to here its transactions have left the log.
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

    /// Whether a transaction of this number counts.
    public func accepts(_ sequence: Int64) -> Bool { closedAt.map { sequence <= $0 } ?? true }
}

/// The origins that a replica has heard of, by their numbers: the vector.
public struct OriginTable: Sendable, Hashable {
    private var states: [OriginState] = []
    private var numbers: [Origin: OriginNumber] = [:]
    /// Whether any is closed: most replicas never see one.
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

    /// The origins that are closed, and after what.
    public var closed: [Origin: Int64] {
        guard hasClosed else { return [:] }
        return Dictionary(states.lazy.compactMap { state in state.closedAt.map { (state.origin, $0) } }, uniquingKeysWith: min)
    }

    /// The latest life of a device that anyone has told of.
    public func latestIncarnation(of device: DeviceID) -> Incarnation? { states.lazy.filter { $0.origin.device == device }.map(\.origin.incarnation).max() }

    /// A stamp by a transaction that no longer counts: its origin was closed before it. A device that holds it gives its field a new one.
    public func isVoid(_ stamp: Stamp) -> Bool { hasClosed && !self[stamp.origin].accepts(stamp.sequence) }

    /// Whether a field stamped `a` wins over one stamped `b`: the later clock; of equal ones the greater origin, then sequence, the same on every device. A
    /// void stamp loses.
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
