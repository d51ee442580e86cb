internal import WidgetCore

extension Chart {
    /// - Throws: INVALID_ARGUMENT for a colour that is none.
    init(_ proto: ProtoChart, field: String) throws(WidgetError) {
        var series: [Series] = []
        for (index, one) in proto.series.enumerated() {
            series.append(
                Series(
                    one.values.map { $0.isNaN ? nil : $0 }, label: one.label,
                    color: one.hasColor ? try ViewColor(one.color, field: "\(field).series[\(index)].color") : nil))
        }
        var marks: [Mark] = []
        for (index, mark) in proto.marks.enumerated() {
            marks.append(
                Mark(mark.value, label: mark.label, color: mark.hasColor ? try ViewColor(mark.color, field: "\(field).marks[\(index)].color") : nil))
        }
        self.init(
            // A style that is newer than this code is a line, which says the same.
            style: Style(rawValue: proto.style.rawValue) ?? .line, series: series, x: proto.x, minimum: proto.hasMinimum ? proto.minimum : nil,
            maximum: proto.hasMaximum ? proto.maximum : nil, marks: marks)
    }
}

extension ProtoChart {
    init(_ chart: Chart) {
        self.init()
        style = Style(rawValue: chart.style.rawValue) ?? .unspecified
        series = chart.series.map { one in
            .with {
                $0.values = one.values.map { $0 ?? .nan }
                $0.label = one.label
                if let color = one.color { $0.color = ProtoColor(color) }
            }
        }
        x = chart.x
        if let minimum = chart.minimum { self.minimum = minimum }
        if let maximum = chart.maximum { self.maximum = maximum }
        marks = chart.marks.map { mark in
            .with {
                $0.value = mark.value
                $0.label = mark.label
                if let color = mark.color { $0.color = ProtoColor(color) }
            }
        }
    }
}
