import WidgetProviderKit

/// Failed units by name, and the jobs that run.
struct SystemdView {
    var entry: SystemdEntry
    var family: WidgetFamily

    /// Lines below the heading that a family has room for.
    private var room: Int {
        switch family {
        case .systemLarge: 10
        case .systemMedium: 4
        case .accessoryRectangular: 1
        default: 3
        }
    }

    private var failed: [String] { entry.readings.failed }
    private var jobs: [SystemdReadings.Job] { entry.readings.jobs }

    var body: ViewTree {
        switch family {
        case .accessoryInline: .label(summary, systemImage: symbol)
        case .accessoryCircular: .vstack([.image(systemName: symbol), .text("\(failed.count)")]).foregroundStyle(color)
        default: .vstack(alignment: .leading, spacing: 4, [heading] + lines)
        }
    }

    private var summary: String { failed.isEmpty ? "all units are well" : failed.count == 1 ? "1 unit failed" : "\(failed.count) units failed" }
    private var symbol: String { failed.isEmpty ? "checkmark.circle" : "exclamationmark.triangle" }
    private var color: ViewColor.Name { failed.isEmpty ? .green : .red }

    private var heading: ViewTree {
        let name: [ViewTree] = entry.manager == .user ? [.spacer(), .text("user").font(.caption).foregroundStyle(.secondary)] : []
        return .hstack(spacing: 4, [.image(systemName: symbol).foregroundStyle(color), .text(summary).font(.headline).lineLimit(1)] + name)
    }

    private var lines: [ViewTree] {
        let all: [ViewTree] =
            failed.map { .text($0).font(.caption).lineLimit(1) }
            + jobs.map { .text("\($0.isRunning ? $0.type : "waits: \($0.type)") \($0.unit)").font(.caption).foregroundStyle(.secondary).lineLimit(1) }
        guard all.count > room else { return all }
        let left = all.count - room + 1
        return Array(all.prefix(room - 1)) + [.text("and \(left) more").font(.caption).foregroundStyle(.secondary)]
    }
}
