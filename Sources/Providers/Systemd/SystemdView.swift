import SwiftUI
import WidgetKit

/// Failed units by name, and the jobs that run.
struct SystemdView: View {
    @Environment(\.widgetFamily) private var family
    let entry: SystemdEntry

    var body: some View {
        // There is no room for the larger sizes of text.
        units.dynamicTypeSize(...(family == .systemLarge ? DynamicTypeSize.xxLarge : .xLarge))
    }

    @ViewBuilder private var units: some View {
        switch family {
        case .accessoryInline: Label(entry.summary, systemImage: entry.symbol)
        case .accessoryCircular:
            ZStack {
                AccessoryWidgetBackground()
                VStack(spacing: 0) {
                    Image(systemName: entry.symbol)
                    Text(String(entry.readings.failed.count))
                        .font(.headline)
                }
                .foregroundStyle(entry.color)
            }
        default:
            VStack(alignment: .leading, spacing: 4) {
                heading
                ForEach(lines) { line in
                    Text(line.text)
                        .font(family == .systemLarge ? .subheadline : .caption)
                        .foregroundStyle(line.isFailed ? .primary : .secondary)
                        .lineLimit(1)
                }
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: family == .accessoryRectangular ? .leading : .topLeading)
        }
    }

    private var heading: some View {
        HStack(spacing: 4) {
            Image(systemName: entry.symbol)
                .foregroundStyle(entry.color)
            Text(entry.summary)
                .font(.headline)
                .lineLimit(1)
            if entry.manager == .user {
                Spacer()
                Text("user")
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
        }
    }

    /// Lines below the heading that a family has room for.
    private var room: Int {
        switch family {
        case .systemLarge: 10
        case .systemMedium: 4
        case .accessoryRectangular: 1
        default: 3
        }
    }

    private var lines: [UnitLine] {
        let all = entry.lines
        guard all.count > room else { return all }
        return all.prefix(room - 1) + [UnitLine(id: "", text: "and \(all.count - room + 1) more", isFailed: false)]
    }
}

/// A line about a unit, or about the units for which there is no room.
private struct UnitLine: Identifiable {
    let id: String
    let text: String
    let isFailed: Bool
}

extension SystemdEntry {
    private var failed: [String] { readings.failed }

    fileprivate var summary: String { failed.isEmpty ? "all units are well" : failed.count == 1 ? "1 unit failed" : "\(failed.count) units failed" }
    fileprivate var symbol: String { failed.isEmpty ? "checkmark.circle" : "exclamationmark.triangle" }
    fileprivate var color: Color { failed.isEmpty ? .green : .red }

    fileprivate var lines: [UnitLine] {
        failed.map { UnitLine(id: "failed \($0)", text: $0, isFailed: true) }
            + readings.jobs.map { job in
                UnitLine(id: "\(job.type) \(job.unit)", text: "\(job.isRunning ? job.type : "waits: \(job.type)") \(job.unit)", isFailed: false)
            }
    }
}
