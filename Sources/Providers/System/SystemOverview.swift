import SwiftUI
import WidgetKit

/// A line for each figure that this machine has.
struct OverviewView: View {
    @Environment(\.widgetFamily) private var family
    let entry: SystemEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text("System")
                .font(.headline)
            ForEach(figures, id: \.rawValue) { metric in
                if metric == .cpu, hasNetworkColumn {
                    HStack(spacing: 16) {
                        line(metric)
                        networkColumn
                    }
                } else {
                    line(metric)
                }
            }
            // A large widget has room for the last hour below.
            if family == .systemLarge {
                HistoryView(metric: .cpu, entry: entry)
                HistoryView(metric: .network, entry: entry)
            }
        }
    }

    private var figures: [SystemMetric] {
        let room = family == .systemSmall ? 3 : family == .systemMedium ? 4 : SystemMetric.figures.count
        let there = SystemMetric.figures.filter { entry.readings.value(of: $0) != nil && !($0 == .network && hasNetworkColumn) }
        return Array(there.prefix(room))
    }

    /// Whether the network's last hour is shown beside the processor's, as in a medium widget, and not on a line of its own.
    private var hasNetworkColumn: Bool {
        family == .systemMedium && entry.readings.cpu != nil && entry.readings.network != nil && !entry.history.received.isEmpty
    }

    private var networkColumn: some View {
        VStack(spacing: 2) {
            FigureLine(title: SystemMetric.network.title, value: "↓ \(SystemFormat.rate(entry.readings.network?.received ?? 0))")
            NetworkLine(history: entry.history)
        }
    }

    @ViewBuilder private func line(_ metric: SystemMetric) -> some View {
        let figure = FigureLine(title: metric.title, value: entry.readings.value(of: metric) ?? "")
        if let fraction = entry.readings.fraction(of: metric) {
            VStack(spacing: 2) {
                figure
                // Smaller widgets have no room for the chart, so a sparkline replaces the bar.
                if metric == .cpu, family != .systemLarge, !entry.history.cpu.isEmpty {
                    ProcessorLine(history: entry.history)
                        .tint(metric.color(fraction))
                } else {
                    Gauge(value: fraction) { EmptyView() }
                        .tint(metric.color(fraction))
                }
            }
        } else {
            figure
        }
    }
}

private struct FigureLine: View {
    let title: String
    let value: String

    var body: some View {
        HStack {
            Text(title)
                .foregroundStyle(.secondary)
            Spacer()
            Text(value)
                .monospacedDigit()
        }
        .font(.caption)
        .lineLimit(1)
    }
}
