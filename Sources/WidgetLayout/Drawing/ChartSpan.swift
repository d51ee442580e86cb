package import WidgetCore

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
