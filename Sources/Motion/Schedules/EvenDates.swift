import Foundation

/// Dates at equal distances from an origin. Each is counted from the origin, so that no error adds up.
struct EvenDates: Sequence, IteratorProtocol, Sendable {
    /// Seconds between two dates at least: about what a `Date` of our century can tell apart, so that dates always ascend.
    static let shortestInterval: TimeInterval = 1e-6

    /// Seconds of the origin since the reference date.
    private let origin: TimeInterval
    /// Seconds between two dates. Zero: there is the origin alone.
    private let interval: TimeInterval
    /// The number of the upcoming date, as a `Double`, since times beyond any calendar have numbers beyond any integer.
    private var index: Double
    /// Seconds of the upcoming date since the reference date, or `nil` at the end.
    private var upcoming: TimeInterval?

    /// The dates from the last one that isn't after `date`, or from the origin when that is later.
    ///
    /// An interval that isn't above zero, or isn't a finite number, leaves the origin alone; an origin that isn't finite leaves nothing.
    init(origin: Date, interval: TimeInterval, from date: Date) {
        self.origin = origin.timeIntervalSinceReferenceDate
        self.interval = interval.isFinite && interval > 0 ? Swift.max(interval, Self.shortestInterval) : 0
        index = 0
        upcoming = self.origin.isFinite ? self.origin : nil
        if self.interval > 0, upcoming != nil { skip(to: date.timeIntervalSinceReferenceDate) }
    }

    private mutating func skip(to date: TimeInterval) {
        let elapsed = ((date - origin) / interval).rounded(.down)
        guard elapsed.isFinite, elapsed > 0 else { return }
        index = elapsed
        if origin + index * interval > date { index -= 1 }
        if origin + (index + 1) * interval <= date { index += 1 }
        upcoming = origin + index * interval
    }

    mutating func next() -> Date? {
        guard let current = upcoming else { return nil }
        index += 1
        let following = origin + index * interval
        upcoming = following > current && following.isFinite ? following : nil
        return Date(timeIntervalSinceReferenceDate: current)
    }
}
