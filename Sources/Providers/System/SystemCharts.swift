import Charts
import SwiftUI

/// The last hour of a figure. It is empty where no history of the figure is kept, or where there is none yet.
struct HistoryView: View {
    let metric: SystemMetric
    let entry: SystemEntry

    var body: some View {
        if Self.isThere(of: metric, in: entry.history) {
            if metric == .cpu {
                ProcessorChart(history: entry.history)
                    .tint(metric.color(entry.readings.cpu ?? 0))
            } else {
                NetworkChart(history: entry.history)
            }
        }
    }

    static func isThere(of metric: SystemMetric, in history: SystemHistory) -> Bool {
        switch metric {
        case .cpu: !history.cpu.isEmpty
        case .network: !history.received.isEmpty
        default: false
        }
    }
}

/// The last hour of the processors.
private struct ProcessorChart: View {
    let history: SystemHistory

    var body: some View {
        Chart(history.cpu) { point in
            AreaMark(x: .value("Minute", point.minute), y: .value("CPU", point.value), series: .value("Part", point.part))
        }
        .chartYScale(domain: 0...100)
    }
}

/// The last hour of the processors, in the height that is left.
struct ProcessorLine: View {
    let history: SystemHistory

    var body: some View {
        Chart(history.cpu) { point in
            AreaMark(x: .value("Minute", point.minute), y: .value("CPU", point.value), series: .value("Part", point.part))
        }
        .chartYScale(domain: 0...100)
        .sparkline()
    }
}

/// The last hour of the network, in both directions.
private struct NetworkChart: View {
    let history: SystemHistory

    var body: some View {
        Chart {
            ForEach(history.received) { point in
                LineMark(x: .value("Minute", point.minute), y: .value("Rate", point.value), series: .value("Part", "in \(point.part)"))
                    .foregroundStyle(by: .value("Direction", "in"))
            }
            ForEach(history.sent) { point in
                LineMark(x: .value("Minute", point.minute), y: .value("Rate", point.value), series: .value("Part", "out \(point.part)"))
                    .foregroundStyle(by: .value("Direction", "out"))
            }
        }
        .chartForegroundStyleScale(["in": Color.blue, "out": Color.orange])
        .chartYScale(domain: history.rates)
    }
}

/// The received bytes, in the height that is left.
struct NetworkLine: View {
    let history: SystemHistory

    var body: some View {
        Chart(history.received) { point in
            AreaMark(x: .value("Minute", point.minute), y: .value("Rate", point.value), series: .value("Part", point.part))
        }
        .chartYScale(domain: history.rates)
        .sparkline()
        .tint(.blue)
    }
}

extension View {
    /// Without axes, and with a height for which a smaller one is no chart any more.
    fileprivate func sparkline() -> some View {
        chartXAxis(.hidden)
            .chartYAxis(.hidden)
            .frame(minHeight: 12)
    }
}
