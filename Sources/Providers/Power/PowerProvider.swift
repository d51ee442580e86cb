import WidgetProviderKit

struct PowerEntry: TimelineEntry {
    var date: Timestamp
    var readings: PowerReadings

    var relevance: TimelineEntryRelevance? {
        // A battery that is about to be empty comes first.
        guard let low = readings.batteries.filter({ $0.status == .discharging }).map(\.percent).min(), low <= 20 else { return nil }
        return TimelineEntryRelevance(score: Float(100 - low))
    }
}

/// One entry at a time: nobody knows a battery's next minutes.
struct PowerProvider: TimelineProvider {
    /// How long a reading stands.
    static let interval: Milliseconds = .minutes(1)

    var directory = PowerReadings.directory

    func placeholder(in context: Context) -> PowerEntry { PowerEntry(date: context.date, readings: .sample) }

    func snapshot(for configuration: Parameters, in context: Context) throws -> PowerEntry {
        PowerEntry(date: context.date, readings: context.isPreview ? .sample : try PowerReadings(reading: directory))
    }

    func timeline(for configuration: Parameters, in context: Context) throws -> Timeline<PowerEntry> {
        let entry = PowerEntry(date: context.date, readings: try PowerReadings(reading: directory))
        return Timeline(entries: [entry], policy: .after(context.date + Self.interval))
    }
}

extension PowerReadings {
    static let sample = PowerReadings(
        batteries: [
            Battery(name: "BAT0", percent: 72, status: .discharging, seconds: 3 * 3_600 + 20 * 60),
            Battery(name: "Mouse", percent: 40, status: .discharging, isOfDevice: true),
        ],
        isOnMains: false)
}
