import SwiftUI
import WidgetKit

/// The figures laid out for each family.
struct SystemView: View {
    @Environment(\.widgetFamily) private var family
    @Environment(\.levelOfDetail) private var levelOfDetail
    let entry: SystemEntry

    var body: some View {
        // There is no room for the larger sizes of text.
        figures.dynamicTypeSize(...(family == .systemLarge ? DynamicTypeSize.xxLarge : .xLarge))
    }

    @ViewBuilder private var figures: some View {
        switch family {
        case .accessoryInline: Label(inline, systemImage: entry.metric.symbol)
        case .accessoryCircular: CircularFigure(metric: entry.metric == .overview ? .cpu : entry.metric, readings: entry.readings)
        case .accessoryRectangular: rectangular
        default:
            if levelOfDetail == .simplified {
                SimpleView(entry: entry)
            } else if entry.metric == .overview {
                OverviewView(entry: entry)
            } else {
                FigureView(entry: entry)
            }
        }
    }

    private var rectangular: some View {
        VStack(alignment: .leading) {
            ForEach(entry.metric == .overview ? [.cpu, .memory, .disk] : [entry.metric], id: \.rawValue) { metric in
                HStack {
                    Text(metric.title)
                        .foregroundStyle(.secondary)
                    Spacer()
                    Text(entry.readings.value(of: metric) ?? "–")
                        .monospacedDigit()
                }
                .font(.caption)
            }
        }
    }

    private var inline: String {
        let metrics: [SystemMetric] = entry.metric == .overview ? [.cpu, .memory] : [entry.metric]
        return metrics.map { "\($0.title) \(entry.readings.value(of: $0) ?? "–")" }.joined(separator: " · ")
    }
}

/// One figure, as large as it can be.
private struct FigureView: View {
    let entry: SystemEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Label(metric.title, systemImage: metric.symbol)
                .font(.subheadline.weight(.semibold))
                .foregroundStyle(.blue)
            if !HistoryView.isThere(of: metric, in: entry.history) { Spacer() }
            Text(entry.readings.value(of: metric) ?? "not available")
                .font(.system(.title, design: .rounded, weight: .bold))
                .monospacedDigit()
                .contentTransition(.numericText())
                .minimumScaleFactor(0.5)
                .lineLimit(1)
                .invalidatableContent()
            if let detail = entry.readings.detail(of: metric) {
                Text(detail)
                    .font(.caption)
                    .foregroundStyle(.secondary)
                    .lineLimit(1)
            }
            if HistoryView.isThere(of: metric, in: entry.history) {
                HistoryView(metric: metric, entry: entry)
            } else if let fraction = entry.readings.fraction(of: metric) {
                Gauge(value: fraction) { EmptyView() }
                    .tint(metric.color(fraction))
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var metric: SystemMetric { entry.metric }
}

private struct CircularFigure: View {
    let metric: SystemMetric
    let readings: SystemReadings

    var body: some View {
        if let fraction = readings.fraction(of: metric) {
            Gauge(value: fraction) {
                Text(metric.title)
            } currentValueLabel: {
                Text(SystemFormat.percent(fraction))
            }
            .gaugeStyle(.accessoryCircular)
            .widgetAccentable()
        } else {
            Text(readings.value(of: metric) ?? "–")
                .font(.caption)
                .minimumScaleFactor(0.5)
        }
    }
}
