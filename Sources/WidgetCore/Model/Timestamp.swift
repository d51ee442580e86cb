/// A date: whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Milliseconds because that is what the replication clock counts in; what comes in finer is rounded down.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// The date that is `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The earliest date that the wire can say: year 1.
    public static let earliest = Timestamp(milliseconds: -62_135_596_800_000)
    /// The latest date that the wire can say: the end of year 9999 (google.protobuf.Timestamp).
    public static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    /// Saturates at the ends of what the wire can say.
    public static func + (date: Timestamp, interval: Milliseconds) -> Timestamp {
        let (sum, overflow) = date.milliseconds.addingReportingOverflow(interval.count)
        if overflow { return interval.count < 0 ? .earliest : .latest }
        return min(max(Timestamp(milliseconds: sum), .earliest), .latest)
    }

    /// The interval from `b` to `a`.
    public static func - (a: Timestamp, b: Timestamp) -> Milliseconds {
        let (difference, overflow) = a.milliseconds.subtractingReportingOverflow(b.milliseconds)
        return overflow ? Milliseconds(a < b ? .min : .max) : Milliseconds(difference)
    }
}

/// An interval in whole milliseconds. Swift's `Duration` counts 128 bits of attoseconds, four times the work where the engine counts in bulk.
public struct Milliseconds: Sendable, Hashable, Comparable {
    /// Milliseconds; negative for the past.
    public var count: Int64

    /// An interval of `count` milliseconds.
    public init(_ count: Int64) { self.count = count }

    /// `count` milliseconds.
    public static func milliseconds(_ count: Int64) -> Milliseconds { Milliseconds(count) }
    /// `count` seconds; `count` at most 9.2e15.
    public static func seconds(_ count: Int64) -> Milliseconds { Milliseconds(count * 1_000) }
    /// `count` minutes; `count` at most 1.5e14.
    public static func minutes(_ count: Int64) -> Milliseconds { Milliseconds(count * 60_000) }
    /// `count` hours; `count` at most 2.5e12.
    public static func hours(_ count: Int64) -> Milliseconds { Milliseconds(count * 3_600_000) }
    /// `count` days of 24 hours; `count` at most 1e11.
    public static func days(_ count: Int64) -> Milliseconds { Milliseconds(count * 86_400_000) }

    public static let zero = Milliseconds(0)
    public static func < (a: Milliseconds, b: Milliseconds) -> Bool { a.count < b.count }
}

/// As text: `2026-11-20T08:00:00Z`.
extension Timestamp: Codable {
    /// - Throws: `DecodingError.dataCorrupted` for a text that isn't such a date.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a date with its zone, such as \(Self.rfc3339Example)")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }
}
