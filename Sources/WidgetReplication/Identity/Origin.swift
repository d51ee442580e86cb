public import WidgetCore

/// One life of a device's store, in 63 bits: 34 of seconds since 1970, then 29 random ones. A later life has a greater number.
public struct Incarnation: Sendable, Hashable, Comparable {
    public let rawValue: Int64

    /// Zero is no life: the device of a store that has none yet.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    private static let randomBits: Int64 = 29

    /// A new life.
    /// - Parameters:
    ///   - previous: the latest that anyone is known to have seen of the device. The new one is later, also where the clock was set back.
    ///   - random: tells two copies of one disk apart that begin in the same second.
    public init(now: Timestamp, after previous: Incarnation?, random: UInt64) {
        let earliest = previous.map { $0.rawValue >> Self.randomBits + 1 } ?? 0
        // The last second stays free, so that there is a later life for one that begins at the end of time.
        let latest = Int64(1) << 34 - 2
        let seconds = min(max(now.milliseconds / 1_000, earliest), latest)
        let begun = seconds << Self.randomBits | Int64(random & (1 << UInt64(Self.randomBits) - 1))
        // At the end of what the seconds can say, random bits alone don't make it later.
        rawValue = previous.map { max(begun, min($0.rawValue, .max - 1) + 1) } ?? begun
    }

    /// After a later one than this there might soon be no other: a peer that says that it has seen such a life lies.
    static let lastSuccessor = Incarnation(rawValue: .max - 1 << 20)

    /// The second in which it began, by its device's clock.
    var beganAt: Timestamp { Timestamp(milliseconds: (rawValue >> Self.randomBits) * 1_000) }

    public static func < (a: Incarnation, b: Incarnation) -> Bool { a.rawValue < b.rawValue }
}

/// The writer of a sequence of transactions: a device in one life of its store.
public struct Origin: Sendable, Hashable, Comparable {
    public var device: DeviceID
    public var incarnation: Incarnation

    public init(device: DeviceID, incarnation: Incarnation) {
        self.device = device
        self.incarnation = incarnation
    }

    public static func < (a: Origin, b: Origin) -> Bool { (a.device, a.incarnation) < (b.device, b.incarnation) }
}
