/// The last hour of the figures that change all the time. It exists as long as the program, which a placed widget keeps running.
struct SystemHistory: Equatable {
    struct Sample: Equatable {
        /// Monotonic, in seconds.
        var time: Double
        /// 0 to 1.
        var cpu: Double?
        var network: SystemReadings.NetworkRate?
    }

    /// A value of a figure at one moment.
    struct Point: Equatable, Identifiable {
        var minute: Double
        var value: Double
        /// A line goes through the points of one part; between parts there is a gap.
        var part: Int
        var id: Double { minute }
    }

    /// An hour, a sample a minute.
    static let samples = 60
    /// The shortest time between two samples, in seconds. Several widgets share the samples, so an earlier reading adds none.
    static let shortestInterval = 30.0
    /// A longer time between two samples, in seconds, is a gap: nobody asked, or the machine slept.
    static let gap = 180.0

    private(set) var samples: [Sample] = []

    /// - Parameter time: monotonic, in seconds.
    mutating func record(_ readings: SystemReadings, at time: Double) {
        if let last = samples.last, time - last.time < Self.shortestInterval { return }
        samples.append(Sample(time: time, cpu: readings.cpu, network: readings.network))
        samples.removeFirst(max(0, samples.count - Self.samples))
    }

    /// The load of all processors in percent. It is empty while there is no history.
    var cpu: [Point] { points { $0.cpu.map { $0 * 100 } } }
    /// Bytes received a second. It is empty while there is no history.
    var received: [Point] { points { $0.network?.received } }
    var sent: [Point] { points { $0.network?.sent } }

    /// The range from zero to the greatest rate, so that the line of an idle network lies at the bottom.
    var rates: ClosedRange<Double> { 0...max(1, samples.compactMap { $0.network.map { max($0.received, $0.sent) } }.max() ?? 1) }

    private func points(_ value: (Sample) -> Double?) -> [Point] {
        var points: [Point] = []
        var part = 0
        var last: Double?
        for sample in samples {
            guard let value = value(sample) else {
                last = nil
                continue
            }
            if last.map({ sample.time - $0 > Self.gap }) ?? !points.isEmpty { part += 1 }
            points.append(Point(minute: sample.time / 60, value: value, part: part))
            last = sample.time
        }
        return points.count >= 2 ? points : []
    }

    /// For a gallery: an hour with some work in it.
    static let sample: SystemHistory = {
        var history = SystemHistory()
        let work = [12, 14, 11, 18, 35, 62, 71, 66, 48, 30, 24, 21, 19, 23, 41, 55, 38, 27, 22, 23]
        for (number, percent) in work.enumerated() {
            let rate = SystemReadings.NetworkRate(received: Double(percent * percent) * 90, sent: Double(percent) * 400)
            history.record(SystemReadings(cpu: Double(percent) / 100, network: rate), at: Double(number) * 180)
        }
        return history
    }()
}
