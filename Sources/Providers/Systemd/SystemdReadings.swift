import AppIntents
import Systemd
import WidgetCore

/// The machine's or the user's service manager.
enum ServiceManager: String, AppEnum {
    case system, user

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Service manager"
    static let caseDisplayRepresentations: [ServiceManager: DisplayRepresentation] = [
        .system: "The machine's",
        .user: "The person's",
    ]

    var bus: BusAddress {
        switch self {
        case .system: .system
        case .user: .user
        }
    }
}

/// The state that the widget shows: a manager's failed units and its jobs.
struct SystemdReadings: Hashable {
    struct Job: Hashable {
        var unit: String
        /// `start`, `stop`, `restart` and so on.
        var type: String
        var isRunning: Bool
    }

    static let service = "org.freedesktop.systemd1"
    static let path = "/org/freedesktop/systemd1"
    static let manager = "org.freedesktop.systemd1.Manager"

    /// Names, sorted.
    var failed: [String] = []
    /// Running ones first, then those that wait.
    var jobs: [Job] = []

    init(failed: [String] = [], jobs: [Job] = []) {
        self.failed = failed
        self.jobs = jobs
    }

    /// Asks the manager.
    /// - Throws: UNAVAILABLE where there is no bus, or no systemd on it.
    init(asking bus: BusAddress) async throws(WidgetError) {
        do throws(BusError) {
            let bus = try Bus(bus)
            defer { bus.close() }
            let failed = try await bus.call(
                BusCall(Self.service, Self.path, Self.manager, "ListUnitsByPatterns", [.strings(["failed"]), .strings([])]))
            self.init(
                failed: failed.first?.elements ?? [],
                jobs: try await bus.call(BusCall(Self.service, Self.path, Self.manager, "ListJobs")).first?.elements ?? [])
        } catch {
            throw WidgetError(.unavailable, "systemd doesn't answer on \(bus): \(error.message)")
        }
    }

    /// - Parameters:
    ///   - failed: structures of name, description, load, active and sub state, and more.
    ///   - jobs: structures of id, unit, type, state, and more.
    init(failed: [BusValue], jobs: [BusValue]) {
        self.init(
            failed: failed.compactMap { $0.elements?.first?.string }.sorted(),
            jobs: jobs.compactMap { job in
                guard let fields = job.elements, fields.count > 3, let unit = fields[1].string, let type = fields[2].string else { return nil }
                return Job(unit: unit, type: type, isRunning: fields[3].string == "running")
            }.sorted { ($0.isRunning ? 0 : 1, $0.unit) < ($1.isRunning ? 0 : 1, $1.unit) })
    }
}

extension SystemdReadings {
    /// For a gallery.
    static let sample = SystemdReadings(failed: ["backup.service"], jobs: [Job(unit: "apt-daily.service", type: "start", isRunning: true)])
}
