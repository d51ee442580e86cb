import SwiftUI
import WidgetKit

/// The most telling figures, as large as they can be: for somebody who looks from afar.
struct SimpleView: View {
    @Environment(\.widgetFamily) private var family
    let entry: SystemEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            ForEach(figures, id: \.rawValue) { metric in
                VStack(alignment: .leading, spacing: 4) {
                    HStack(alignment: .firstTextBaseline) {
                        Text(metric.title)
                            .font(.headline)
                            .foregroundStyle(.secondary)
                        Spacer()
                        Text(entry.readings.value(of: metric) ?? "–")
                            .font(.system(family == .systemSmall ? .title3 : .title, design: .rounded, weight: .bold))
                            .monospacedDigit()
                            .invalidatableContent()
                    }
                    .lineLimit(1)
                    .minimumScaleFactor(0.5)
                    if let fraction = entry.readings.fraction(of: metric) {
                        Gauge(value: fraction) { EmptyView() }
                            .tint(metric.color(fraction))
                    }
                }
                .frame(maxHeight: .infinity)
            }
        }
    }

    private var figures: [SystemMetric] {
        guard entry.metric == .overview else { return [entry.metric] }
        let there = SystemMetric.figures.filter { entry.readings.value(of: $0) != nil }
        return Array(there.prefix(family == .systemLarge || family == .systemExtraLarge ? 4 : 2))
    }
}
