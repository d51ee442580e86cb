import AppIntents
import SwiftUI
package import WidgetKit

package struct SystemdBundle: WidgetBundle {
    package init() {}

    package var body: some Widget {
        SystemdWidget()
        SystemdUnitControl()
    }
}

struct SystemdWidget: Widget {
    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "systemd", provider: SystemdProvider()) { entry in
            SystemdView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Services")
        .description("Units that failed, and what systemd is doing just now")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    }
}

/// Chooses the manager that the widget asks.
struct SystemdConfigurationIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Services"

    @Parameter(title: "Service manager", description: "The machine's, or that of the person", default: .system)
    var manager: ServiceManager
}

struct SystemdEntry: TimelineEntry {
    let date: Date
    let manager: ServiceManager
    let readings: SystemdReadings

    /// A machine with failed units comes first in the Smart Stack.
    var relevance: TimelineEntryRelevance? { readings.failed.isEmpty ? nil : TimelineEntryRelevance(score: 80) }
}

/// A timeline has one entry, because nobody knows what fails next.
struct SystemdProvider: AppIntentTimelineProvider {
    /// How long a reading is shown, in seconds. A reading with jobs is shown for a shorter time, since jobs are soon over.
    static let interval: TimeInterval = 60
    static let intervalWithJobs: TimeInterval = 30

    func placeholder(in context: Context) -> SystemdEntry { SystemdEntry(date: .now, manager: .system, readings: .sample) }

    func snapshot(for configuration: SystemdConfigurationIntent, in context: Context) async throws -> SystemdEntry {
        context.isPreview ? placeholder(in: context) : try await entry(of: configuration.manager)
    }

    func timeline(for configuration: SystemdConfigurationIntent, in context: Context) async throws -> Timeline<SystemdEntry> {
        let entry = try await entry(of: configuration.manager)
        return Timeline(entries: [entry], policy: .after(entry.date + (entry.readings.jobs.isEmpty ? Self.interval : Self.intervalWithJobs)))
    }

    private func entry(of manager: ServiceManager) async throws -> SystemdEntry {
        SystemdEntry(date: .now, manager: manager, readings: try await SystemdReadings(asking: manager.bus))
    }
}

#Preview(as: .systemMedium) {
    SystemdWidget()
} timeline: {
    SystemdEntry(date: .now, manager: .system, readings: .sample)
    SystemdEntry(date: .now, manager: .user, readings: SystemdReadings())
}
