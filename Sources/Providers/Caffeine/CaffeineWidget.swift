import SwiftUI
package import WidgetKit

package struct CaffeineBundle: WidgetBundle {
    package init() {}

    package var body: some Widget {
        CaffeineWidget()
        LogDrinkControl()
    }
}

struct CaffeineWidget: Widget {
    nonisolated static let kind = "caffeine"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: Self.kind, provider: CaffeineProvider()) { entry in
            CaffeineView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Caffeine")
        .description("The caffeine in your body, and a button for the next drink")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    }
}

struct CaffeineEntry: TimelineEntry {
    let date: Date
    /// Milligrams in the body.
    let total: Double
    /// The last drink and when.
    var last: CaffeineLog.Record?
    /// Drinks of the last day, the newest first.
    var recent: [CaffeineLog.Record] = []

    /// For a gallery.
    static var sample: CaffeineEntry {
        let record = CaffeineLog.Record(date: .now - 90 * 60, drink: .coffee, key: "")
        return CaffeineEntry(date: .now, total: 77, last: record, recent: [record])
    }
}

/// Shows how the caffeine decreases: an entry every quarter of an hour, until almost nothing is left.
struct CaffeineProvider: TimelineProvider {
    /// The distance of entries, in seconds.
    static let step: TimeInterval = 15 * 60
    /// A day of entries, within the 100 of a timeline.
    static let entries = 96
    /// An amount below this, in milligrams, is shown as nothing.
    static let nothing = 0.5

    func placeholder(in context: Context) -> CaffeineEntry { CaffeineEntry(date: .now, total: 95) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (CaffeineEntry) -> Void) throws {
        completion(context.isPreview ? .sample : entry(try CaffeineStore.standard().load(), at: .now))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<CaffeineEntry>) -> Void) throws {
        completion(timeline(of: try CaffeineStore.standard().load(), from: .now))
    }

    func timeline(of log: CaffeineLog, from date: Date) -> Timeline<CaffeineEntry> {
        var entries = [entry(log, at: date)]
        while let last = entries.last, last.total >= Self.nothing, entries.count < Self.entries {
            entries.append(entry(log, at: last.date + Self.step))
        }
        // At zero nothing changes until the next drink, and logging it reloads the timeline.
        let isOver = (entries.last?.total ?? 0) < Self.nothing
        return Timeline(entries: entries, policy: isOver ? .never : .atEnd)
    }

    private func entry(_ log: CaffeineLog, at date: Date) -> CaffeineEntry {
        let recent = log.records.filter { $0.date <= date && $0.date > date - 24 * 3_600 }
        return CaffeineEntry(date: date, total: log.total(at: date), last: log.last(at: date), recent: recent.reversed())
    }
}

#Preview(as: .systemSmall) {
    CaffeineWidget()
} timeline: {
    CaffeineEntry.sample
    CaffeineEntry(date: .now, total: 0)
}
