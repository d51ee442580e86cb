import Testing
import WidgetProviderKit

@testable import widgetd_provider_system

@Suite("system's last hour")
struct SystemHistoryTests {
    private func readings(_ cpu: Double) -> SystemReadings { SystemReadings(cpu: cpu, network: .init(received: cpu * 1_000, sent: 1)) }

    private func chart(_ tree: ViewTree?) throws -> Chart {
        guard case .view(.chart(let chart))? = tree?.content else { throw WidgetError(.notFound, "no chart") }
        return chart
    }

    @Test("it has at most sixty samples, and none sooner than half a minute after another")
    func samples() throws {
        var history = SystemHistory()
        #expect(history.cpu == nil)
        for second in 0..<7_200 { history.record(readings(Double(second) / 7_200), at: Double(second)) }
        #expect(history.samples.count == 60)
        let chart = try chart(history.cpu)
        #expect(chart.series[0].values.count == 60)
        #expect(chart.minimum == 0 && chart.maximum == 100)
        #expect(chart.series[0].values.last == readings(7_170 / 7_200).cpu.map { $0 * 100 })
    }

    @Test("a sleep of the machine is a gap")
    func gap() throws {
        var history = SystemHistory()
        for time in [0.0, 60, 3_660, 3_720] { history.record(readings(0.5), at: time) }
        let chart = try chart(history.cpu)
        #expect(chart.series[0].values == [50, 50, nil, 50, 50])
        #expect(chart.x == [0, 1, 31, 61, 62])
        #expect(throws: Never.self) { try history.network?.archive().validated(family: .systemSmall) }
    }

    @Test("the views of every family are valid, with history and without")
    func views() throws {
        for family in [WidgetFamily.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular] {
            for metric in SystemMetric.allCases {
                for history in [SystemHistory(), .sample] {
                    let entry = SystemEntry(date: .earliest, metric: metric, readings: .sample, history: history)
                    #expect(throws: Never.self) { try SystemView(entry: entry, family: family).body.archive().validated(family: family) }
                }
            }
        }
    }

    @Test("the network's last hour is a chart beside the processor's in a medium widget, and below it in a large one; without history it is a line of text")
    func networkCharts() throws {
        func charts(_ family: WidgetFamily, _ history: SystemHistory) throws -> Int {
            let entry = SystemEntry(date: .earliest, metric: .overview, readings: .sample, history: history)
            return try SystemView(entry: entry, family: family).body.archive().nodes.count { if case .chart? = $0.content { true } else { false } }
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
        for tree in [history.network, history.networkLine] {
            let chart = try chart(tree)
            #expect(chart.minimum == 0 && chart.maximum == 1)
        }
    }
}
