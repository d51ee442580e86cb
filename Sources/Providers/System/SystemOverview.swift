import SwiftUI
import WidgetKit

/// Each figure that this machine has, with its last hour where one is kept, or a bar.
struct OverviewView: View {
    @Environment(\.widgetFamily) private var family
    let entry: SystemEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            heading
            if family == .systemMedium {
                ForEach(0..<(figures.count + 1) / 2, id: \.self) { row in
                    HStack(alignment: .top, spacing: 20) {
                        ForEach(figures.dropFirst(row * 2).prefix(2), id: \.rawValue) { cell($0) }
                    }
                    .frame(maxHeight: spread)
                }
            } else {
                ForEach(figures, id: \.rawValue) { cell($0).frame(maxHeight: spread) }
            }
            // A large widget has room for the last hour below.
            if family == .systemLarge {
                HistoryView(metric: .cpu, entry: entry)
                HistoryView(metric: .network, entry: entry)
            }
        }
        .frame(maxHeight: .infinity, alignment: .top)
    }

    /// Charts take the height that is left. Until there are some, the figures share it.
    private var spread: CGFloat? { entry.history.cpu.isEmpty || family == .systemSmall ? .infinity : nil }

    private var heading: some View {
        HStack {
            Label("System", systemImage: "cpu")
                .font(.subheadline.weight(.semibold))
                .foregroundStyle(.blue)
            Spacer()
            // Two columns have no room for a figure without a bar.
            if family == .systemMedium, let load = entry.readings.value(of: .load) {
                Text("\(SystemMetric.load.title) \(load)")
                    .font(.caption)
                    .monospacedDigit()
                    .foregroundStyle(.secondary)
                    .invalidatableContent()
            }
        }
        .lineLimit(1)
    }

    /// As many as there is room for: those of a medium widget in two columns, the charts in the first row.
    private var figures: [SystemMetric] {
        let there = SystemMetric.figures.filter { entry.readings.value(of: $0) != nil }
        switch family {
        case .systemSmall: return Array(there.prefix(3))
        case .systemMedium:
            let charts = there.filter { HistoryView.isThere(of: $0, in: entry.history) }
            return Array((charts + there.filter { !charts.contains($0) }).prefix(4))
        default: return there
        }
    }

    @ViewBuilder private func cell(_ metric: SystemMetric) -> some View {
        VStack(spacing: 3) {
            FigureLine(title: metric.title, value: value(of: metric))
            // In a large widget the charts are below.
            if family != .systemLarge, metric == .cpu, !entry.history.cpu.isEmpty {
                ProcessorLine(history: entry.history)
                    .tint(metric.color(entry.readings.cpu ?? 0))
            } else if family == .systemMedium, metric == .network, !entry.history.received.isEmpty {
                NetworkLine(history: entry.history)
            } else if let fraction = entry.readings.fraction(of: metric) {
                Gauge(value: fraction) { EmptyView() }
                    .tint(metric.color(fraction))
            }
        }
    }

    private func value(of metric: SystemMetric) -> String {
        // Half a widget's width has room for one direction.
        if family == .systemMedium, metric == .network, let network = entry.readings.network { return "↓ \(SystemFormat.rate(network.received))" }
        return entry.readings.value(of: metric) ?? ""
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
                .fontWeight(.medium)
                .monospacedDigit()
                .contentTransition(.numericText())
                .invalidatableContent()
        }
        .font(.caption)
        .lineLimit(1)
    }
}
