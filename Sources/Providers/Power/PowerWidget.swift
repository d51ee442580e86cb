import SwiftUI
package import WidgetKit

package struct PowerBundle: WidgetBundle {
    package init() {}

    package var body: some Widget {
        PowerWidget()
        PowerSaverControl()
    }
}

struct PowerWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "power", provider: PowerProvider()) { entry in
            PowerView(readings: entry.readings)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Batteries")
        .description("How full the batteries of this machine and its devices are, and for how long")
        .supportedFamilies([.systemSmall, .systemMedium, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    }
}

struct PowerEntry: TimelineEntry {
    let date: Date
    let readings: PowerReadings

    var relevance: TimelineEntryRelevance? {
        // A battery that is about to be empty comes first.
        guard let low = readings.batteries.filter({ $0.status == .discharging }).map(\.percent).min(), low <= 20 else { return nil }
        return TimelineEntryRelevance(score: Float(100 - low))
    }
}

/// A timeline has one entry, because nobody knows a battery's next minutes.
struct PowerProvider: TimelineProvider {
    /// How long a reading is shown, in seconds.
    static let interval: TimeInterval = 60

    /// A manifest's environment may name another directory, for example in a container that sees its host's.
    var directory = ProcessInfo.processInfo.environment["WIDGETD_POWER_SUPPLY"] ?? PowerReadings.directory

    func placeholder(in context: Context) -> PowerEntry { PowerEntry(date: .now, readings: .sample) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (PowerEntry) -> Void) throws {
        completion(PowerEntry(date: .now, readings: context.isPreview ? .sample : try PowerReadings(reading: directory)))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<PowerEntry>) -> Void) throws {
        let entry = PowerEntry(date: .now, readings: try PowerReadings(reading: directory))
        completion(Timeline(entries: [entry], policy: .after(entry.date + Self.interval)))
    }
}

#Preview(as: .systemSmall) {
    PowerWidget()
} timeline: {
    PowerEntry(date: .now, readings: .sample)
    PowerEntry(date: .now, readings: PowerReadings())
}
