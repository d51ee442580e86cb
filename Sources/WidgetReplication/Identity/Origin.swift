public import WidgetCore

/// One life of a device's store, in 63 bits: 34 bits of seconds since 1970, then 29 random bits. A later life has a greater number. A device begins a new
/// incarnation when its store may have lost changes that others have.
public struct Incarnation: Sendable, Hashable, Comparable {
    public let rawValue: Int64

    /// Zero stands for no life, in a store that has none yet.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    private static let randomBits: Int64 = 29

    /// A new incarnation.
    /// - Parameters:
    ///   - previous: the device's latest known life. The new one is later, even where the clock was set back.
    ///   - random: random bits, by which two copies of one disk differ that begin a life in the same second.
    public init(now: Timestamp, after previous: Incarnation?, random: UInt64) {
        let earliest = previous.map { $0.rawValue >> Self.randomBits + 1 } ?? 0
        // The last second isn't used, so that a life with the latest date still has a later one.
        let latest = Int64(1) << 34 - 2
        let seconds = min(max(now.milliseconds / 1_000, earliest), latest)
        let begun = seconds << Self.randomBits | Int64(random & (1 << UInt64(Self.randomBits) - 1))
        // With the latest date, random bits alone don't make it later than the previous life.
        rawValue = previous.map { max(begun, min($0.rawValue, .max - 1) + 1) } ?? begun
    }

    /// The latest life that a peer may report of this device. After a later one there might be no room for another, so such a peer lies.
    static let lastSuccessor = Incarnation(rawValue: .max - 1 << 20)

    /// The second in which the life began, by its device's clock.
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
