public import WidgetCore

/// The clock that orders edits of shared rows across a user's machines: wall-clock milliseconds where clocks agree, and never backwards where they don't.
///
/// A state machine: the wall clock is an input, and whoever ticks it persists the reading in the same transaction as what it stamps.
public struct HybridLogicalClock: Sendable, Hashable {
    /// One reading: 48 bits of milliseconds since 1970, then 16 of a counter. Compares as a number.
    public struct Reading: Sendable, Hashable, Comparable {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The first reading of the millisecond of `date`, held within what the format can say: 1970 to the year 6429, so that the top bit stays
        /// clear and readings compare alike as signed numbers (SQLite's).
        public init(date: Timestamp) {
            let latest = Int64(1) << 47 - 1
            rawValue = UInt64(min(max(date.milliseconds, 0), latest)) << 16
        }

        /// The millisecond.
        public var date: Timestamp { Timestamp(milliseconds: Int64(rawValue >> 16)) }
        /// How many readings of that millisecond came before.
        public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

        public static func < (a: Reading, b: Reading) -> Bool { a.rawValue < b.rawValue }
    }

    /// The highest reading given or seen.
    public private(set) var last: Reading

    /// A clock that goes on after `last`.
    public init(last: Reading = Reading(rawValue: 0)) { self.last = last }

    /// The reading for a change made at `now`: higher than every one given or seen before, also when the wall clock stands still or was set back. A
    /// counter that is full carries into the milliseconds.
    public mutating func tick(now: Timestamp) -> Reading {
        last = max(Reading(date: now), Reading(rawValue: last.rawValue + 1))
        return last
    }

    /// Takes note of another machine's reading, so that what is done here afterwards counts as later.
    public mutating func observe(_ reading: Reading) { last = max(last, reading) }
}
