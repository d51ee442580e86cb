import WidgetProviderKit

struct SystemEntry: TimelineEntry {
    var date: Timestamp
    var metric: SystemMetric
    var readings: SystemReadings
    var history = SystemHistory()
}

/// One entry at a time: nobody knows the machine's next minute.
struct SystemProvider: TimelineProvider {
    /// How long a reading stands.
    static let interval: Milliseconds = .minutes(1)

    private let sampler: SystemSampler

    init(source: SystemSource) {
        sampler = SystemSampler(source: source)
    }

    func placeholder(in context: Context) -> SystemEntry {
        SystemEntry(date: context.date, metric: .overview, readings: .sample, history: .sample)
    }

    func snapshot(for configuration: Parameters, in context: Context) throws -> SystemEntry {
        let readings = context.isPreview ? .sample : sampler.read()
        return SystemEntry(date: context.date, metric: try metric(configuration), readings: readings, history: context.isPreview ? .sample : sampler.history)
    }

    func timeline(for configuration: Parameters, in context: Context) throws -> Timeline<SystemEntry> {
        let readings = sampler.read()
        let entry = SystemEntry(date: context.date, metric: try metric(configuration), readings: readings, history: sampler.history)
        return Timeline(entries: [entry], policy: .after(context.date + Self.interval))
    }

    private func metric(_ configuration: Parameters) throws -> SystemMetric {
        guard let name = configuration.text("metric") else { return .overview }
        guard let metric = SystemMetric(rawValue: name) else {
            throw WidgetError.invalid("metric", "must be one of \(SystemMetric.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(name)\"")
        }
        return metric
    }
}
