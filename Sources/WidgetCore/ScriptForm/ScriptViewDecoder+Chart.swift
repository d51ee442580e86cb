extension ScriptViewDecoder {
    /// Numbers, or an array of series: `{"values": [1, 2], "label": "in", "color": "blue"}`.
    static func chart(_ value: JSONValue, _ reader: inout JSONObjectReader) throws(WidgetError) -> ViewTree {
        let path = reader.path["chart"]
        let expected = "an array of numbers, or of series such as {\"values\": [1, 2], \"label\": \"in\"}"
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: expected) }
        var series: [Chart.Series] = []
        if case .object? = values.first {
            for (index, value) in values.enumerated() { series.append(try Self.series(value, path[index])) }
        } else {
            series = [Chart.Series(try points(values, path))]
        }
        let chart = Chart(
            style: try reader.optional("style") { (value, path) throws(WidgetError) in try JSONField.choice(value, path, of: Chart.Style.allCases) } ?? .line,
            series: series, x: try reader.optional("x", places) ?? [], minimum: try reader.optional("min", JSONField.number),
            maximum: try reader.optional("max", JSONField.number), marks: try reader.optional("marks", marks) ?? [])
        return ViewTree(.view(.chart(chart)))
    }

    private static func series(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Chart.Series {
        var reader = try JSONObjectReader(value, at: path, expecting: "a series, an object with \"values\", as the first one is")
        let series = Chart.Series(
            try reader.required("values", "an array of numbers") { (value, path) throws(WidgetError) in
                guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of numbers") }
                return try points(values, path)
            },
            label: try reader.optional("label", JSONField.text) ?? "", color: try reader.optional("color", Script.color))
        try reader.finish("a series")
        return series
    }

    /// Numbers; null is a gap.
    private static func points(_ values: [JSONValue], _ path: JSONPath) throws(WidgetError) -> [Double?] {
        guard values.count <= Limits.chartPoints else { throw .invalid("\(path)", "has at most \(Limits.chartPoints) values, not \(values.count)") }
        var points: [Double?] = []
        points.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            switch value {
            case .null: points.append(nil)
            case .integer, .number: points.append(try JSONField.number(value, path[index]))
            default: throw JSONField.wrongType(value, at: path[index], expected: "a number, or null for a gap")
            }
        }
        return points
    }

    /// Numbers, or dates, which count as seconds.
    private static func places(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [Double] {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of numbers or dates, one for each value") }
        var places: [Double] = []
        for (index, value) in values.enumerated() {
            if case .string = value {
                places.append(Double(try JSONField.date(value, path[index]).milliseconds) / 1_000)
            } else {
                places.append(try JSONField.number(value, path[index]))
            }
        }
        return places
    }

    /// Values, or objects with `at`, `label` and `color`.
    private static func marks(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [Chart.Mark] {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of marks") }
        var marks: [Chart.Mark] = []
        for (index, value) in values.enumerated() {
            guard case .object = value else {
                marks.append(Chart.Mark(try JSONField.number(value, path[index])))
                continue
            }
            var reader = try JSONObjectReader(value, at: path[index], expecting: "a number or an object with \"at\"")
            marks.append(
                Chart.Mark(
                    try reader.required("at", "the value where the line is", JSONField.number), label: try reader.optional("label", JSONField.text) ?? "",
                    color: try reader.optional("color", Script.color)))
            try reader.finish("a mark")
        }
        return marks
    }
}
