package import WidgetCore

/// A chart's axes: from values and places to 0...1. Pure.
package struct ChartScale {
    package let lower: Double
    package let upper: Double
    /// Where each value stands from left to right, 0...1.
    package let places: [Double]

    /// - Parameter rounds: an axis found from the values ends at one of its ticks; false: at the values themselves.
    package init(_ chart: Chart, rounds: Bool = true) {
        let values = chart.spans.flatMap { $0.compactMap { $0?.end } } + chart.marks.map(\.value)
        var (low, high) = (values.min() ?? 0, values.max() ?? 1)
        let isFilled = chart.style == .area || chart.style == .bar
        // Areas and bars are seen as lengths from 0.
        if isFilled { (low, high) = (min(low, 0), max(high, 0)) }
        low = chart.minimum ?? low
        high = chart.maximum ?? high
        if low >= high {
            // One value alone lies in the middle, where no bound says otherwise.
            switch (chart.minimum, chart.maximum) {
            case (nil, nil) where !isFilled: (low, high) = (low - 1, high + 1)
            case (nil, _?): low = high - 1
            default: high = low + 1
            }
        }
        if rounds, chart.style != .sparkline {
            let outer = ChartTicks.rounded(low, high, keepsLower: chart.minimum != nil, keepsUpper: chart.maximum != nil)
            (low, high) = (outer.lower, outer.upper)
        }
        (lower, upper) = (low, high)
        places = Self.places(chart)
    }

    /// Beyond the bounds: at the bound.
    package func fraction(_ value: Double) -> Double {
        let span = upper - lower
        guard span > 0, span.isFinite, value.isFinite else { return 0.5 }
        return min(1, max(0, (value - lower) / span))
    }

    /// Where areas and bars begin.
    package var base: Double { fraction(0) }

    private static func places(_ chart: Chart) -> [Double] {
        let count = chart.series.map(\.values.count).max() ?? 0
        guard count > 1 else { return [0.5] }
        if chart.x.count == count, let first = chart.x.first, let last = chart.x.last, last > first, (last - first).isFinite {
            return chart.x.map { min(1, max(0, ($0 - first) / (last - first))) }
        }
        return (0..<count).map { Double($0) / Double(count - 1) }
    }

    /// The values in `count` columns. A column has the mean of the values in it. A column without values is interpolated between its neighbours; nil beside a
    /// gap.
    package func columns(_ values: [Double?], count: Int) -> [Double?] {
        var sums = [(total: Double, count: Int)](repeating: (0, 0), count: count)
        for (value, place) in zip(values, places) {
            guard let value else { continue }
            let column = min(count - 1, Int(place * Double(count)))
            sums[column].total += value
            sums[column].count += 1
        }
        var next = 0
        return sums.enumerated().map { column, sum in
            if sum.count > 0 { return sum.total / Double(sum.count) }
            let center = (Double(column) + 0.5) / Double(count)
            while next < places.count, places[next] < center { next += 1 }
            guard next > 0, next < min(places.count, values.count), let before = values[next - 1], let after = values[next] else { return nil }
            let part = (center - places[next - 1]) / (places[next] - places[next - 1])
            return before + (after - before) * part
        }
    }
}

/// The values that a bar or an area lies between.
package struct ChartSpan: Sendable, Hashable {
    package var start: Double
    package var end: Double
}

extension Chart {
    /// For each series and value, its span: from 0, or if the chart is stacked from the end of the series below. Nil: there is no value.
    package var spans: [[ChartSpan?]] {
        let isStacked = isStacked && (style == .area || style == .bar)
        guard isStacked else { return series.map { $0.values.map { $0.map { ChartSpan(start: 0, end: $0) } } } }
        let count = series.map(\.values.count).max() ?? 0
        var (above, below) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        return series.map { one in
            one.values.enumerated().map { place, value in
                guard let value else { return nil }
                let start = value < 0 ? below[place] : above[place]
                if value < 0 { below[place] += value } else { above[place] += value }
                return ChartSpan(start: start, end: start + value)
            }
        }
    }
}
