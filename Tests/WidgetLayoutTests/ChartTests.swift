import Testing
import WidgetCore

@testable import WidgetLayout

/// Charts have an axis of round numbers, and show their marks' labels.
@Suite struct ChartTests {
    private func list(_ chart: Chart, _ width: Double = 160, _ height: Double = 100) throws -> DisplayList {
        var traits = PresentationTraits(size: Size(width: width, height: height), scale: 2, now: Timestamp(milliseconds: 0))
        traits.hasChrome = false
        return Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: try ViewTree(.view(.chart(chart))).archive(), traits: traits)
    }

    private func texts(_ list: DisplayList) -> [String: Rect] {
        Dictionary(list.nodes.compactMap { node in if case .text(let text) = node.content { (text.plainText, node.frame) } else { nil } }) { first, _ in first }
    }

    /// The heights of lines across that have a width.
    private func lines(_ list: DisplayList, width: Double) -> [Double] {
        list.nodes.compactMap { node in
            guard case .shape(let shape) = node.content, shape.stroke?.width == width, shape.outline.bounds.size.height == 0 else { return nil }
            return shape.outline.bounds.minY
        }
    }

    private func bounds(_ chart: Chart) -> [Double] {
        let scale = ChartScale(chart)
        return [scale.lower, scale.upper]
    }

    @Test func anAxisEndsAtRoundNumbers() {
        #expect(bounds(Chart(style: .bar, series: [.init([3, 47])])) == [0, 50])
        #expect(bounds(Chart(style: .bar, series: [.init([3, -5, 9])])) == [-5, 10])
        #expect(bounds(Chart(series: [.init([61, 78])])) == [60, 80])
        #expect(bounds(Chart(series: [.init([0.12, 0.31])], marks: [.init(0.45)])) == [0.1, 0.5])
        // Long rounding must not leave an end without a number.
        #expect(bounds(Chart(style: .bar, series: [.init([-1, 9])])) == [-5, 10])
    }

    @Test func boundsThatWereChosenStayAsTheyAre() {
        #expect(bounds(Chart(series: [.init([3, 47])], minimum: 3, maximum: 47)) == [3, 47])
        #expect(bounds(Chart(series: [.init([3, 47])], minimum: 0)) == [0, 50])
        #expect(bounds(Chart(style: .sparkline, series: [.init([3, 47])])) == [3, 47])
        #expect(bounds(Chart(series: [.init([-1e308, 1e308])])) == [-1e308, 1e308])
    }

    @Test func eachNumberIsCentredOnItsLine() throws {
        let list = try list(Chart(series: [.init([0, 50])]))
        let texts = texts(list)
        #expect(Set(texts.keys) == ["0", "10", "20", "30", "40", "50"])
        let lines = lines(list, width: 0.5).sorted(by: >)
        #expect(lines.count == 6)
        for (number, line) in zip(["0", "10", "20", "30", "40", "50"], lines) { #expect(isNear(try #require(texts[number]).midY, line, within: 0.5)) }
        // The numbers lie within the chart, on its right.
        #expect(texts.values.allSatisfy { $0.minY >= -0.5 && $0.maxY <= 100.5 && $0.minX > 130 })
    }

    @Test(arguments: [(70, ["0", "20", "40"]), (40, ["0", "50"]), (20, [])]) func aLowChartHasFewerNumbers(_ height: Int, _ numbers: [String]) throws {
        #expect(texts(try list(Chart(series: [.init([0, 50])]), 160, Double(height))).keys.sorted() == numbers)
    }

    @Test func numbersThatWouldBeTheSameAreWrittenOut() throws {
        let numbers = texts(try list(Chart(series: [.init([1_000_000, 1_000_001])]), 160, 40)).keys.sorted()
        #expect(numbers == ["1000000", "1000001"])
    }

    @Test func aMarksLabelStandsOnTheEndOfItsLine() throws {
        let list = try list(Chart(series: [.init([0, 100])], marks: [.init(50, label: "half")]))
        let (label, line) = (try #require(texts(list)["half"]), try #require(lines(list, width: 1).first))
        #expect(isNear(label.maxY, line, within: 0.6))
        // The plot ends before the numbers.
        let number = try #require(texts(list)["100"])
        #expect(label.maxX <= number.minX && label.maxX >= number.minX - 8)
    }

    @Test func labelsOfCloseMarksStandBesideEachOther() throws {
        let marks = [99, 98, 97, 1, 0].map { Chart.Mark($0, label: "at \(Int($0))") }
        let list = try list(Chart(series: [.init([0, 100])], marks: marks))
        let frames = texts(list).filter { $0.key.hasPrefix("at ") }.values.sorted { $0.minY < $1.minY }
        #expect(frames.count == 5)
        for (upper, lower) in zip(frames, frames.dropFirst()) { #expect(upper.maxY <= lower.minY + 0.6) }
        #expect(frames.allSatisfy { $0.minY >= -0.5 && $0.maxY <= 100.5 })
    }

    @Test func stackedBarsBeginWhereTheOnesBelowEnd() {
        var chart = Chart(style: .bar, series: [.init([3, -2]), .init([nil, -3]), .init([4, 5])])
        chart.isStacked = true
        #expect(chart.spans[0] == [ChartSpan(start: 0, end: 3), ChartSpan(start: 0, end: -2)])
        #expect(chart.spans[1] == [nil, ChartSpan(start: -2, end: -5)])
        #expect(chart.spans[2] == [ChartSpan(start: 3, end: 7), ChartSpan(start: 0, end: 5)])
        #expect(bounds(chart) == [-5, 10])
    }
}

/// Lines run through their points as the interpolation says.
@Suite struct ChartCurveTests {
    private static let points = [(0, 2), (1, 9), (2, 8), (4, 3), (5, 3), (6, 12)].map { ChartCurve.Point(x: $0.0, y: $0.1) }

    private func end(_ piece: ChartCurve.Piece) -> ChartCurve.Point {
        switch piece {
        case .line(let to), .curve(let to, _, _): to
        }
    }

    @Test(arguments: Chart.Interpolation.allCases) func everyLineGoesThroughItsPoints(_ method: Chart.Interpolation) {
        let ends = ChartCurve.pieces(through: Self.points, method).map(end)
        for point in Self.points.dropFirst() { #expect(ends.contains(point)) }
        #expect(ends.last == Self.points.last)
    }

    @Test(arguments: Chart.Interpolation.allCases) func aLineIsTheSameFromItsEnd(_ method: Chart.Interpolation) {
        let forth = ChartCurve.pieces(through: Self.points, method), back = ChartCurve.pieces(through: Self.points.reversed(), method.reversed)
        #expect(forth.count == back.count)
        for (piece, other) in zip(forth, back.reversed()) {
            guard case .curve(_, let first, let second) = piece, case .curve(_, let third, let fourth) = other else { continue }
            #expect(isNear(first.y, fourth.y) && isNear(second.y, third.y) && isNear(first.x, fourth.x))
        }
    }

    @Test func aMonotoneCurveStaysBetweenItsValues() {
        var from = Self.points[0]
        for piece in ChartCurve.pieces(through: Self.points, .monotone) {
            guard case .curve(let to, let first, let second) = piece else { return #expect(Bool(false), "a line is no curve") }
            let range = min(from.y, to.y) - 1e-9...max(from.y, to.y) + 1e-9
            #expect(range.contains(first.y) && range.contains(second.y))
            from = to
        }
    }

    @Test func otherCurvesLeaveTheirPointsTowardsTheirNeighbours() {
        for method in [Chart.Interpolation.catmullRom, .cardinal] {
            guard case .curve(_, let first, _) = ChartCurve.pieces(through: Self.points, method)[1] else { return #expect(Bool(false), "a line is no curve") }
            // From 2 to 8 it rises, and is still above 9 behind it.
            #expect(first.y > 9 && first.x > 1)
        }
    }

    @Test func stepsAreWhereTheirNamesSay() {
        func steps(_ method: Chart.Interpolation) -> [ChartCurve.Point] { ChartCurve.pieces(through: Array(Self.points.prefix(2)), method).map(end) }
        #expect(steps(.stepStart)[0] == ChartCurve.Point(x: 1, y: 2))
        #expect(steps(.stepCenter)[0] == ChartCurve.Point(x: 0.5, y: 2))
        #expect(steps(.stepEnd)[0] == ChartCurve.Point(x: 0, y: 2))
    }
}
