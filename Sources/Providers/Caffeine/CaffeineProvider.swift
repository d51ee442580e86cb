import WidgetProviderKit

struct CaffeineEntry: TimelineEntry {
    var date: Timestamp
    /// Milligrams in the body.
    var total: Double
    /// The last drink and when.
    var last: CaffeineLog.Record?
    /// Drinks of the last day, the newest first.
    var recent: [CaffeineLog.Record] = []
}

/// How the caffeine of what was drunk fades: an entry every quarter of an hour until next to nothing is left.
struct CaffeineProvider: TimelineProvider {
    static let kind = "caffeine"
    /// The distance of entries.
    static let step: Milliseconds = .minutes(15)
    /// A day of entries, within the 100 of a timeline.
    static let entries = 96
    /// Less than this is shown as nothing, in milligrams.
    static let nothing = 0.5

    func placeholder(in context: Context) -> CaffeineEntry {
        CaffeineEntry(date: context.date, total: 95)
    }

    func snapshot(for configuration: Parameters, in context: Context) throws -> CaffeineEntry {
        if context.isPreview {
            let record = CaffeineLog.Record(date: context.date + .minutes(-90), drink: .coffee, key: "")
            return CaffeineEntry(date: context.date, total: 77, last: record, recent: [record])
        }
        return entry(try log(), at: context.date)
    }

    func timeline(for configuration: Parameters, in context: Context) throws -> Timeline<CaffeineEntry> {
        timeline(of: try log(), from: context.date)
    }

    func timeline(of log: CaffeineLog, from date: Timestamp) -> Timeline<CaffeineEntry> {
        var entries = [entry(log, at: date)]
        while let last = entries.last, last.total >= Self.nothing, entries.count < Self.entries {
            entries.append(entry(log, at: last.date + Self.step))
        }
        // At zero nothing changes until the next drink, and that asks for a timeline itself.
        let isOver = (entries.last?.total ?? 0) < Self.nothing
        return Timeline(entries: entries, policy: isOver ? .never : .atEnd)
    }

    private func entry(_ log: CaffeineLog, at date: Timestamp) -> CaffeineEntry {
        let recent = log.records.filter { $0.date <= date && $0.date > date + .hours(-24) }
        return CaffeineEntry(date: date, total: log.total(at: date), last: log.last(at: date), recent: recent.reversed())
    }

    private func log() throws -> CaffeineLog { try CaffeineStore.standard(environment: environmentVariable).load() }
}
