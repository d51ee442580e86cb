import WidgetProviderKit

/// The last hour of the figures that change all the time. It lasts as long as the program, which a placed widget keeps running.
struct SystemHistory: Equatable {
    struct Sample: Equatable {
        /// Monotonic, in seconds.
        var time: Double
        /// 0 to 1.
        var cpu: Double?
        var network: SystemReadings.NetworkRate?
    }

    /// An hour, a sample a minute.
    static let samples = 60
    /// Several widgets of one machine share the samples: what comes sooner than this isn't one more, in seconds.
    static let shortestInterval = 30.0
    /// Longer than this nobody asked, or the machine slept, in seconds: a gap.
    static let gap = 180.0

    private(set) var samples: [Sample] = []

    /// - Parameter time: monotonic, in seconds.
    mutating func record(_ readings: SystemReadings, at time: Double) {
        if let last = samples.last, time - last.time < Self.shortestInterval { return }
        samples.append(Sample(time: time, cpu: readings.cpu, network: readings.network))
        samples.removeFirst(max(0, samples.count - Self.samples))
    }

    /// The load of all processors in percent; nil: there is no history yet.
    var cpu: ViewTree? { chart([.init(values { $0.cpu.map { $0 * 100 } })], style: .area, in: 0...100) }

    /// The same in a row of its own.
    var cpuLine: ViewTree? { chart([.init(values { $0.cpu.map { $0 * 100 } })], style: .sparkline, in: 0...100) }

    /// Bytes a second; nil: there is no history yet.
    var network: ViewTree? {
        chart(
            [
                .init(values { $0.network?.received }, label: "in", color: .named(.blue)),
                .init(values { $0.network?.sent }, label: "out", color: .named(.orange)),
            ], style: .line, in: rates)
    }

    /// The received bytes, in a row of their own.
    var networkLine: ViewTree? { chart([.init(values { $0.network?.received }, color: .named(.blue))], style: .sparkline, in: rates) }

    /// From nothing to the greatest rate, so that a network where nothing happens lies on the ground.
    private var rates: ClosedRange<Double> { 0...max(1, samples.compactMap { $0.network.map { max($0.received, $0.sent) } }.max() ?? 1) }

    private func chart(_ series: [Chart.Series], style: Chart.Style, in bounds: ClosedRange<Double>? = nil) -> ViewTree? {
        guard series.contains(where: { $0.values.count { $0 != nil } >= 2 }) else { return nil }
        return .chart(series, style: style, x: places, in: bounds)
    }

    /// Minutes, with a place in each gap.
    private var places: [Double] {
        spread {
            $0.time / 60
        } gap: {
            ($0.time + $1.time) / 120
        }
    }

    private func values(_ value: (Sample) -> Double?) -> [Double?] { spread(value) { _, _ in nil } }

    private func spread<T>(_ value: (Sample) -> T, gap: (Sample, Sample) -> T) -> [T] {
        var result: [T] = []
        for (number, sample) in samples.enumerated() {
            if number > 0, sample.time - samples[number - 1].time > Self.gap { result.append(gap(samples[number - 1], sample)) }
            result.append(value(sample))
        }
        return result
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
