/// Measures a transfer's rate over the last seconds.
struct TransferMeter {
    /// The window of the rate: long enough to be steady, short enough to see a network that stalls.
    static let window = Duration.seconds(5)

    private var samples: [(date: ContinuousClock.Instant, done: Int64)] = []

    mutating func note(_ done: Int64, at date: ContinuousClock.Instant) {
        samples.append((date, done))
        // One sample from before the window stays, because the rate is measured from it.
        while samples.count > 2, samples[1].date <= date - Self.window { samples.removeFirst() }
    }

    /// Bytes a second. 0 while it isn't known.
    var rate: Double {
        guard let first = samples.first, let last = samples.last, last.date > first.date else { return 0 }
        return max(0, Double(last.done - first.done) / ((last.date - first.date) / .seconds(1)))
    }

    /// How long the rest takes at that rate. Nil where it isn't known, or is longer than a month.
    func remaining(_ total: Int64) -> Duration? {
        guard rate > 0, let done = samples.last?.done else { return nil }
        let seconds = Double(max(0, total - done)) / rate
        return seconds < 31 * 86_400 ? .seconds(seconds) : nil
    }
}

/// Figures as people read them.
enum TransferFormat {
    /// Bytes such as `6.2 GB`, in powers of 1,000.
    static func bytes(_ bytes: Double) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        var (value, unit) = (max(0, bytes), 0)
        while value >= 999.5, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        guard unit > 0, value < 9.95 else { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// `48 MB/s`.
    static func rate(_ bytes: Double) -> String { self.bytes(bytes) + "/s" }

    /// `42 %`.
    static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded(.down))) %" }
}
