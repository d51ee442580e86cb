import Systemd
import WidgetProviderKit

struct SystemdEntry: TimelineEntry {
    var date: Timestamp
    var manager: ServiceManager
    var readings: SystemdReadings

    /// A machine on which something failed comes first.
    var relevance: TimelineEntryRelevance? { readings.failed.isEmpty ? nil : TimelineEntryRelevance(score: 80) }
}

/// One entry at a time: nobody knows what fails next.
struct SystemdProvider: TimelineProvider {
    /// How long a reading stands, and one with jobs, which are over soon.
    static let interval: Milliseconds = .minutes(1)
    static let intervalWithJobs: Milliseconds = .seconds(30)

    static let parameter = ParameterDefinition(
        name: "manager", type: .text, title: "Service manager", description: "The machine's, or that of the person", isRequired: true,
        defaultValue: .text(ServiceManager.system.rawValue), options: ServiceManager.allCases.map { .text($0.rawValue) })

    func placeholder(in context: Context) -> SystemdEntry { SystemdEntry(date: context.date, manager: .system, readings: .sample) }

    func snapshot(for configuration: Parameters, in context: Context) throws -> SystemdEntry {
        context.isPreview ? placeholder(in: context) : try entry(configuration, context)
    }

    func timeline(for configuration: Parameters, in context: Context) throws -> Timeline<SystemdEntry> {
        let entry = try entry(configuration, context)
        return Timeline(entries: [entry], policy: .after(context.date + (entry.readings.jobs.isEmpty ? Self.interval : Self.intervalWithJobs)))
    }

    private func entry(_ configuration: Parameters, _ context: Context) throws -> SystemdEntry {
        let manager = configuration.text("manager").flatMap(ServiceManager.init) ?? .system
        return SystemdEntry(date: context.date, manager: manager, readings: try SystemdReadings(asking: manager.bus))
    }
}

extension SystemdReadings {
    static let sample = SystemdReadings(failed: ["backup.service"], jobs: [Job(unit: "apt-daily.service", type: "start", isRunning: true)])
}
