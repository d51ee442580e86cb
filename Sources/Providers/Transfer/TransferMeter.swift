import WidgetProviderKit

/// How fast a transfer is, lately.
struct TransferMeter {
    /// The window of the rate: long enough to be steady, short enough to see a network that stalls.
    static let window = Duration.seconds(5)

    private var samples: [(date: ContinuousClock.Instant, done: Int64)] = []

    mutating func note(_ done: Int64, at date: ContinuousClock.Instant) {
        samples.append((date, done))
        // One from before the window stays: the rate is since then.
        while samples.count > 2, samples[1].date <= date - Self.window { samples.removeFirst() }
    }

    /// Bytes a second; 0: not known yet.
    var rate: Double {
        guard let first = samples.first, let last = samples.last, last.date > first.date else { return 0 }
        return max(0, Double(last.done - first.done) / ((last.date - first.date) / .seconds(1)))
    }

    /// How long the rest takes at that rate; nil: nobody knows, or longer than a month.
    func remaining(_ total: Int64) -> Duration? {
        guard rate > 0, let done = samples.last?.done else { return nil }
        let seconds = Double(max(0, total - done)) / rate
        return seconds < 31 * 86_400 ? .seconds(seconds) : nil
    }
}
