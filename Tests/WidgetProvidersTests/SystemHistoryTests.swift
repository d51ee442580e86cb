import Foundation
import Testing
import WidgetCore
import WidgetKit

@testable import SystemWidgets

@MainActor @Suite("system's last hour")
struct SystemHistoryTests {
    private func readings(_ cpu: Double) -> SystemReadings { SystemReadings(cpu: cpu, network: .init(received: cpu * 1_000, sent: 1)) }

    private func entry(_ metric: SystemMetric, _ history: SystemHistory) -> SystemEntry {
        SystemEntry(date: .now, metric: metric, readings: .sample, history: history)
    }

    private func chart(_ metric: SystemMetric, _ history: SystemHistory) throws -> WidgetCore.Chart {
        try #require(try archive(of: HistoryView(metric: metric, entry: entry(metric, history)), family: .systemSmall).charts.first)
    }

    @Test("it has at most sixty samples, and none sooner than half a minute after another")
    func samples() throws {
        var history = SystemHistory()
        #expect(history.cpu.isEmpty)
        for second in 0..<7_200 { history.record(readings(Double(second) / 7_200), at: Double(second)) }
        #expect(history.samples.count == 60)
        let chart = try chart(.cpu, history)
        #expect(chart.style == .area && chart.series.count == 1 && chart.series[0].label.isEmpty)
        #expect(chart.series[0].values.count == 60)
        #expect(chart.minimum == 0 && chart.maximum == 100)
        #expect(chart.series[0].values.last == readings(7_170 / 7_200).cpu.map { $0 * 100 })
    }

    @Test("a sleep of the machine is a gap")
    func gap() throws {
        var history = SystemHistory()
        for time in [0.0, 60, 3_660, 3_720] { history.record(readings(0.5), at: time) }
        let processor = try chart(.cpu, history)
        #expect(processor.series.map(\.values) == [[50, 50, nil, 50, 50]])
        #expect(processor.x == [0, 1, 31, 61, 62])
        let network = try chart(.network, history)
        #expect(network.series.map(\.label) == ["in", "out"] && network.series.map(\.color) == [.named(.blue), .named(.orange)])
        #expect(network.series.map(\.values) == [[500, 500, nil, 500, 500], [1, 1, nil, 1, 1]])
    }

    @Test("a reading that the machine doesn't give is a gap too")
    func missing() throws {
        var history = SystemHistory()
        for (number, cpu) in [nil, 0.25, 0.5, nil, 0.75].enumerated() { history.record(SystemReadings(cpu: cpu), at: Double(number) * 60) }
        #expect(try chart(.cpu, history).series.map(\.values) == [[25, 50, nil, 75]])
        #expect(history.received.isEmpty)
    }

    @Test("the views of every family are valid, with history and without")
    func views() throws {
        for family in [WidgetKit.WidgetFamily.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular] {
            for metric in SystemMetric.allCases {
                for history in [SystemHistory(), .sample] {
                    #expect(throws: Never.self) { try archive(of: SystemView(entry: entry(metric, history)), family: family) }
                }
            }
        }
    }

    @Test("the network's last hour is a chart beside the processor's in a medium widget, and below it in a large one; without history it is a line of text")
    func networkCharts() throws {
        func charts(_ family: WidgetKit.WidgetFamily, _ history: SystemHistory) throws -> Int {
            try archive(of: SystemView(entry: entry(.overview, history)), family: family).charts.count
        }
        #expect(try charts(.systemMedium, .sample) == 2)
        #expect(try charts(.systemLarge, .sample) == 2)
        #expect(try charts(.systemSmall, .sample) == 1)
        #expect(try charts(.systemMedium, SystemHistory()) == 0)
    }

    @Test("a network where nothing happens is drawn from nothing upwards")
    func idleNetwork() throws {
        var history = SystemHistory()
        for time in [0.0, 60] { history.record(SystemReadings(network: .init(received: 0, sent: 0)), at: time) }
        let line = try #require(try archive(of: NetworkLine(history: history), family: .systemMedium).charts.first)
        for chart in [try chart(.network, history), line] { #expect(chart.minimum == 0 && chart.maximum == 1) }
    }
}
