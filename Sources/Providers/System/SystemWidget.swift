import AppIntents
import SwiftUI
package import WidgetKit

package struct SystemWidget: Widget {
    package init() {}

    package var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "system", provider: SystemProvider(source: .live)) { entry in
            SystemView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("System")
        .description("Processor, memory, disk, battery, network, load and uptime of this machine")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    }
}

/// Chooses what the widget shows.
struct SystemConfigurationIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "System"

    @Parameter(title: "Metric", description: "One figure, or an overview of all", default: .overview)
    var metric: SystemMetric
}

struct SystemEntry: TimelineEntry {
    let date: Date
    let metric: SystemMetric
    let readings: SystemReadings
    var history = SystemHistory()
}

/// A timeline has one entry, because nobody knows the machine's next minute.
struct SystemProvider: AppIntentTimelineProvider {
    /// How long a reading is shown, in seconds.
    static let interval: TimeInterval = 60

    private let sampler: SystemSampler

    init(source: SystemSource) {
        sampler = SystemSampler(source: source)
    }

    func placeholder(in context: Context) -> SystemEntry {
        SystemEntry(date: .now, metric: .overview, readings: .sample, history: .sample)
    }

    func snapshot(for configuration: SystemConfigurationIntent, in context: Context) async -> SystemEntry {
        if context.isPreview { return SystemEntry(date: .now, metric: configuration.metric, readings: .sample, history: .sample) }
        return entry(of: configuration.metric)
    }

    func timeline(for configuration: SystemConfigurationIntent, in context: Context) async -> Timeline<SystemEntry> {
        let entry = entry(of: configuration.metric)
        return Timeline(entries: [entry], policy: .after(entry.date + Self.interval))
    }

    private func entry(of metric: SystemMetric) -> SystemEntry {
        let readings = sampler.read()
        return SystemEntry(date: .now, metric: metric, readings: readings, history: sampler.history)
    }
}

#Preview(as: .systemSmall) {
    SystemWidget()
} timeline: {
    SystemEntry(date: .now, metric: .overview, readings: .sample, history: .sample)
    SystemEntry(date: .now, metric: .cpu, readings: .sample, history: .sample)
}
