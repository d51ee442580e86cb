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
        #expect(!shown.hidesAxis && shown.series[0].label == "in" && shown.interpolation == .linear && !shown.isStacked)
        let hidden = try chart(lines.chartYAxis(.hidden).chartLegend(.hidden))
        #expect(hidden.hidesAxis && hidden.series[0].label.isEmpty)
    }

    @Test func anAxisContainsZeroWhereItShould() throws {
        #expect(try chart(lines).minimum == 0)
        #expect(try chart(lines.chartYScale(domain: .automatic(includesZero: true))).minimum == 0)
        // The surface rounds the bounds that it finds.
        let fitted = try chart(lines.chartYScale(domain: .automatic(includesZero: false)))
        #expect(fitted.minimum == nil && fitted.maximum == nil)
        let chosen = try chart(lines.chartYScale(domain: 1...9))
        #expect(chosen.minimum == 1 && chosen.maximum == 9)
    }

    @Test func aCurveIsKept() throws {
        let curved = try chart(
            Charts.Chart([1, 2, 3], id: \.self) { LineMark(x: .value("at", $0), y: .value("in", $0)).interpolationMethod(.catmullRom) })
        #expect(curved.interpolation == .catmullRom)
        let stepped = try chart(
            Charts.Chart([1, 2, 3], id: \.self) { AreaMark(x: .value("at", $0), y: .value("in", $0)).interpolationMethod(.stepCenter) })
        #expect(stepped.interpolation == .stepCenter)
    }

    @Test func aTextAtARuleIsItsLabel() throws {
        let ruled = try chart(
            Charts.Chart {
                LineMark(x: .value("at", 1), y: .value("in", 1))
                LineMark(x: .value("at", 2), y: .value("in", 5))
                RuleMark(y: .value("limit", 4)).annotation(position: .top, alignment: .trailing) {
                    HStack {
                        Text(verbatim: "the")
                        Text(verbatim: "limit").bold()
                    }
                }
            })
        #expect(ruled.marks.map(\.label) == ["the limit"])
    }

    @Test func barsOfSeveralColoursLieOnEachOther() throws {
        func bars(_ stacking: MarkStackingMethod = .standard) -> some View {
            Charts.Chart(["a", "b"], id: \.self) { name in
                BarMark(x: .value("at", 1), y: .value("in", 3), stacking: stacking).foregroundStyle(by: .value("name", name))
            }
        }
        #expect(try chart(bars()).isStacked)
        #expect(try !chart(bars(.unstacked)).isStacked)
        let beside = try chart(
            Charts.Chart(["a", "b"], id: \.self) { name in
                BarMark(x: .value("at", 1), y: .value("in", 3)).foregroundStyle(by: .value("name", name)).position(by: .value("name", name))
            })
        #expect(!beside.isStacked && beside.series.count == 2)
    }
}
