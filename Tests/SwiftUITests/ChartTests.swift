import Charts
import SwiftUI
import Testing
import WidgetCore

/// Charts that a surface draws from their values.
@MainActor @Suite struct ChartTests {
    private func chart(_ view: some View) throws -> WidgetCore.Chart {
        let charts = try archive(of: view).nodes.compactMap { if case .chart(let chart)? = $0.content { chart } else { nil } }
        return try #require(charts.first)
    }

    private var lines: some View {
        Charts.Chart {
            ForEach([3, 4, 5], id: \.self) { value in
                LineMark(x: .value("at", value), y: .value("in", value)).foregroundStyle(by: .value("series", "in"))
                    .annotation { Text(verbatim: "here") }
            }
        }
    }

    @Test func anAxisAndALegendHide() throws {
        let shown = try chart(lines)
        #expect(!shown.hidesAxis && shown.series[0].label == "in" && shown.minimum == nil)
        let hidden = try chart(lines.chartYAxis(.hidden).chartLegend(.hidden))
        #expect(hidden.hidesAxis && hidden.series[0].label.isEmpty)
    }

    @Test func anAxisContainsZeroWhereItShould() throws {
        #expect(try chart(lines.chartYScale(domain: .automatic(includesZero: true))).minimum == 0)
        #expect(try chart(lines.chartYScale(domain: .automatic(includesZero: false))).minimum == 3)
    }
}
