public import WidgetCore

/// The clock that orders edits of shared rows across a user's machines. It follows the wall clock, and never goes backwards.
///
/// It is a state machine: the wall clock is an input. The caller stores each reading in the transaction of the change that it stamps.
public struct HybridLogicalClock: Sendable, Hashable {
    /// One reading: 48 bits of milliseconds since 1970, then 16 bits of a counter. Readings are compared as numbers.
    public struct Reading: Sendable, Hashable, Comparable {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The first reading of the millisecond of `date`. The date is limited to 1970 to the year 6429, so that the top bit stays clear. Then readings have
        /// the same order as signed numbers, which SQLite has.
        public init(date: Timestamp) {
            let latest = Int64(1) << 47 - 1
            rawValue = UInt64(min(max(date.milliseconds, 0), latest)) << 16
        }

        /// The millisecond.
        public var date: Timestamp { Timestamp(milliseconds: Int64(rawValue >> 16)) }
        /// The number of readings of that millisecond before this one.
        public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

        public static func < (a: Reading, b: Reading) -> Bool { a.rawValue < b.rawValue }
    }

    /// The highest reading given or seen.
    public private(set) var last: Reading

    /// A clock that goes on after `last`.
    public init(last: Reading = Reading(rawValue: 0)) { self.last = last }

    /// The reading for a change made at `now`. It is higher than every reading given or seen before, even when the wall clock stands still or was set back. A
    /// full counter carries into the milliseconds.
    public mutating func tick(now: Timestamp) -> Reading {
        last = max(Reading(date: now), Reading(rawValue: last.rawValue + 1))
        return last
    }

    /// Notes another machine's reading, so that later changes here get a higher one.
    public mutating func observe(_ reading: Reading) { last = max(last, reading) }
}
