/// Counts durations by their length.
public struct Histogram: Sendable, Hashable {
    /// The longest duration of each bucket in seconds, ascending. Longer ones fall into one more bucket without a bound.
    public let bounds: [Double]
    /// The durations of each bucket alone, and last those beyond every bound.
    public private(set) var counts: [UInt64]
    /// All durations together, in seconds.
    public private(set) var sum: Double

    public init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
        sum = 0
    }

    /// Restores a histogram.
    /// - Parameter counts: one more than there are bounds; missing ones are 0, and further ones are left out.
    public init(bounds: [Double], counts: [UInt64], sum: Double) {
        self.init(bounds: bounds)
        for (index, count) in counts.prefix(self.counts.count).enumerated() { self.counts[index] = count }
        self.sum = sum
    }

    /// How many durations were counted.
    public var count: UInt64 { counts.reduce(0, &+) }

    public mutating func observe(seconds: Double) {
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] &+= 1
        sum += seconds
    }

    public mutating func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        observe(seconds: Double(seconds) + Double(attoseconds) / 1e18)
    }

    // MARK: Bounds

    /// For calls of local clients, which take 20 µs to a minute.
    public static let callBounds = [0.000_1, 0.000_25, 0.001, 0.002_5, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10, 30]
    /// For commits, which wait for the disk.
    public static let commitBounds = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5]
    /// For providers, which may start a program or ask a server.
    public static let providerBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
}
