extension NodeCheck {
    func check(_ chart: Chart) throws(ArchiveFault) {
        try require((1...Limits.chartSeries).contains(chart.series.count)) { "a chart has 1 to \(Limits.chartSeries) series, not \(chart.series.count)" }
        let count = chart.series[0].values.count
        for (index, series) in chart.series.enumerated() {
            let field = "series[\(index)]"
            try require((1...Limits.chartPoints).contains(series.values.count)) {
                "\(field) has 1 to \(Limits.chartPoints) values, not \(series.values.count)"
            }
            try require(series.values.count == count) {
                "\(field) has \(series.values.count) values and series[0] has \(count); where one has none, write a gap"
            }
            for (place, value) in series.values.enumerated() { if let value { try check(finite: value, "\(field).values[\(place)]") } }
            try check(label: series.label, "\(field).label")
        }
        try check(x: chart.x, count: count)
        try check(minimum: chart.minimum, maximum: chart.maximum)
        try require(chart.marks.count <= Limits.chartMarks) { "a chart has at most \(Limits.chartMarks) marks, not \(chart.marks.count)" }
        for (index, mark) in chart.marks.enumerated() {
            try check(finite: mark.value, "marks[\(index)].value")
            try check(label: mark.label, "marks[\(index)].label")
        }
    }

    private func check(x: [Double], count: Int) throws(ArchiveFault) {
        guard !x.isEmpty else { return }
        try require(x.count == count) { "x has a place for each value, \(count) of them, not \(x.count)" }
        for (index, place) in x.enumerated() {
            try check(finite: place, "x[\(index)]")
            try require(index == 0 || x[index - 1] < place) { "x[\(index)] must be greater than x[\(index - 1)]" }
        }
    }

    private func check(minimum: Double?, maximum: Double?) throws(ArchiveFault) {
        if let minimum { try check(finite: minimum, "minimum") }
        if let maximum { try check(finite: maximum, "maximum") }
        guard let minimum, let maximum else { return }
        try require(minimum < maximum) { "the minimum \(minimum) must be less than the maximum \(maximum)" }
        try require((maximum - minimum).isFinite) { "the bounds \(minimum) and \(maximum) lie too far apart" }
    }

    private func check(label: String, _ field: String) throws(ArchiveFault) {
        try require(label.utf8.count <= Limits.chartLabelBytes) { "\(field) has at most \(Limits.chartLabelBytes) bytes, not \(label.utf8.count)" }
    }
}
