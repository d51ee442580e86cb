import WidgetCore

extension ScriptViewDecoder {
    /// The view that `kind` says, without its modifiers.
    mutating func content(_ kind: String, _ reader: inout JSONObjectReader, depth: Int) throws(WidgetError) -> ViewTree {
        let path = reader.path
        guard let value = reader.take(kind) else { throw .invalid("\(path)", "needs \"\(kind)\"") }
        switch kind {
        case "text": return .text(try JSONField.text(value, path[kind]))
        case "live": return .text(try Self.live(value, path[kind]))
        case "timer": return .text(try Self.timer(value, path[kind]))
        case "image": return try image(value, &reader)
        case "label": return .label(try JSONField.text(value, path[kind]), systemImage: try reader.required("symbol", "the name of a symbol", JSONField.text))
        case "vstack", "hstack":
            let alignment = try reader.optional("alignment", ScriptValue.alignment)
            let spacing = try reader.optional("spacing", JSONField.number)
            let children = try views(value, at: path[kind], depth: depth + 1)
            return kind == "vstack"
                ? .vstack(alignment: alignment, spacing: spacing, children) : .hstack(alignment: alignment, spacing: spacing, children)
        case "zstack":
            return .zstack(alignment: try reader.optional("alignment", ScriptValue.alignment), try views(value, at: path[kind], depth: depth + 1))
        case "spacer": return .spacer(minLength: try Self.trueOrLength(value, path[kind]))
        case "divider":
            guard value == .boolean(true) else { throw .invalid("\(path[kind])", "must be true") }
            return .divider
        case "gauge": return try Self.gauge(value, &reader)
        case "chart": return try Self.chart(value, &reader)
        case "progress": return try Self.progress(value, &reader)
        case "button": return try button(value, &reader, depth: depth)
        case "toggle": return try toggle(value, &reader, depth: depth)
        case "link":
            let url = try JSONField.text(value, path[kind])
            guard let label = reader.take("view") else { throw .invalid("\(path)", "needs \"view\", what to show for the link") }
            return .link(url, try views(label, at: path["view"], depth: depth + 1, single: true))
        case "shape": return .shape(try Self.shape(value, &reader))
        case "texts": return try Self.texts(value, path[kind])
        case "viewThatFits":
            return ViewTree(
                .view(.firstThatFits(horizontally: true, vertically: true)), children: try views(value, at: path[kind], depth: depth + 1))
        case "lazyVGrid": return try lazyGrid(value, &reader, depth: depth)
        case "accessoryWidgetBackground":
            guard value == .boolean(true) else { throw .invalid("\(path[kind])", "must be true") }
            return ViewTree(.view(.accessoryBackground))
        default: return try grid(value, &reader, depth: depth)
        }
    }

    private static func live(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> LiveText {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"style\"")
        let style = try reader.required("style", "time, date, relative, offset, currentTime or currentDate") { (value, path) throws(WidgetError) in
            try JSONField.choice(value, path, of: LiveText.Style.allCases.filter { $0 != .timer })
        }
        // Always the same, so that a timeline without dates is the same each time.
        let date = style.isOfNow ? Timestamp(milliseconds: 0) : try reader.required("date", "the date that it shows", JSONField.date)
        let live = LiveText(
            style: style, date: date, timeZone: try reader.optional("timeZone", JSONField.text) ?? "",
            fallback: try reader.optional("fallback", JSONField.text) ?? ""
        )
        try reader.finish("a live text")
        return live
    }

    private static func timer(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> LiveText {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"until\", \"since\" or both")
        let since = try reader.optional("since", JSONField.date)
        let until = try reader.optional("until", JSONField.date)
        let countsDown = try reader.optional("countsDown", JSONField.flag)
        let pause = try reader.optional("pause", JSONField.date)
        let fallback = try reader.optional("fallback", JSONField.text) ?? ""
        try reader.finish("a timer")
        switch (since, until) {
        case (let since?, let until?):
            return LiveText(style: .timer, date: since, end: until, countsDown: countsDown ?? true, pause: pause, fallback: fallback)
        case (let date?, nil), (nil, let date?):
            guard countsDown == nil else { throw .invalid("\(path["countsDown"])", "is for a timer with \"since\" and \"until\"") }
            return LiveText(style: .timer, date: date, countsDown: since == nil, pause: pause, fallback: fallback)
        case (nil, nil): throw .invalid("\(path)", "needs \"until\", \"since\" or both")
        }
    }

    /// A symbol's name, or a picture: `{"png": "base64"}`.
    private mutating func image(_ value: JSONValue, _ reader: inout JSONObjectReader) throws(WidgetError) -> ViewTree {
        let mode = try reader.optional("renderingMode") { (value, path) throws(WidgetError) in
            try JSONField.choice(value, path, of: ViewImage.AccentedRenderingMode.allCases)
        }
        let path = reader.path["image"]
        let resizing = try reader.optional("resizable", Self.resizing) ?? nil
        if case .string(let name) = value {
            let image = ViewImage(source: .systemName(name), accentedRenderingMode: mode, resizing: resizing)
            return ViewTree(.view(.image(image)))
        }
        var picture = try JSONObjectReader(value, at: path, expecting: "a symbol's name or {\"png\": \"base64\"}")
        let data = try picture.required("png", "the picture in base64", JSONField.text)
        try picture.finish("an image")
        let image = ViewImage(source: .image(0), accentedRenderingMode: mode, resizing: resizing)
        return ViewTree(.picture(try images.add(base64: data, at: path["png"]), image))
    }

    /// `true`, or `{"mode": "tile", "capInsets": 4}`.
    private static func resizing(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewImage.Resizing? {
        if case .boolean(let isResizable) = value { return isResizable ? ViewImage.Resizing() : nil }
        var reader = try JSONObjectReader(value, at: path, expecting: "true or an object with \"mode\" and \"capInsets\"")
        var resizing = ViewImage.Resizing()
        if let mode = try reader.optional("mode", JSONField.text) {
            guard mode == "tile" || mode == "stretch" else { throw .invalid("\(path["mode"])", "must be stretch or tile, not \(JSONField.shown(mode))") }
            resizing.isTiled = mode == "tile"
        }
        if let insets = try reader.optional("capInsets", ScriptModifiers.padding) { resizing.capInsets = insets }
        try reader.finish("a resizing")
        return resizing
    }

    private static func trueOrLength(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double? {
        if value == .boolean(true) { return nil }
        guard case .boolean = value else { return try JSONField.number(value, path) }
        throw .invalid("\(path)", "must be true or its least length in points")
    }

    private static func gauge(_ value: JSONValue, _ reader: inout JSONObjectReader) throws(WidgetError) -> ViewTree {
        let gauge = Gauge(
            value: try JSONField.number(value, reader.path["gauge"]), minimum: try reader.optional("min", JSONField.number) ?? 0,
            maximum: try reader.optional("max", JSONField.number) ?? 1, label: try reader.optional("label", JSONField.text) ?? "",
            currentValueLabel: try reader.optional("value", JSONField.text) ?? "",
            style: try reader.optional("style") { (value, path) throws(WidgetError) in try JSONField.choice(value, path, of: Gauge.Style.allCases) } ?? .linear)
        return ViewTree(.view(.gauge(gauge)))
    }

    private static func progress(_ value: JSONValue, _ reader: inout JSONObjectReader) throws(WidgetError) -> ViewTree {
        let label = try reader.optional("label", JSONField.text) ?? ""
        let path = reader.path["progress"]
        let progress: ViewProgress
        switch value {
        case .string("indeterminate"): progress = .indeterminate
        case .integer, .number: progress = .fraction(try JSONField.number(value, path))
        case .object:
            var range = try JSONObjectReader(value, at: path, expecting: "an object")
            progress = .range(
                start: try range.required("since", "the date at which it begins", JSONField.date),
                end: try range.required("until", "the date at which it ends", JSONField.date),
                countsDown: try range.optional("countsDown", JSONField.flag) ?? false)
            try range.finish("a range")
        default: throw JSONField.wrongType(value, at: path, expected: "0 to 1, \"indeterminate\", or an object with \"since\" and \"until\"")
        }
        return ViewTree(.view(.progress(progress, label: label)))
    }

    private mutating func button(_ value: JSONValue, _ reader: inout JSONObjectReader, depth: Int) throws(WidgetError) -> ViewTree {
        let action = try Self.action(&reader)
        return ViewTree(.button(action), children: try views(value, at: reader.path["button"], depth: depth + 1, single: true))
    }

    private mutating func toggle(_ value: JSONValue, _ reader: inout JSONObjectReader, depth: Int) throws(WidgetError) -> ViewTree {
        let title = try JSONField.text(value, reader.path["toggle"])
        let isOn = try reader.required("on", "whether it is on", JSONField.flag)
        let action = try Self.action(&reader)
        let path = reader.path["states"]
        var states: [ViewTree] = [.text(title), .text(title)]
        if let value = reader.take("states") {
            states = try views(value, at: path, depth: depth + 1)
            guard states.count == 2 else { throw .invalid("\(path)", "are two views, off and on, not \(states.count)") }
        } else {
            for _ in states { try note(reader.path["toggle"]) }
        }
        return ViewTree(.toggle(action, isOn: isOn, title: title), children: states)
    }

    /// The effect of a button or toggle: `intent` with `parameters`, `reload`, or `open`.
    private static func action(_ reader: inout JSONObjectReader) throws(WidgetError) -> ViewTree.Action {
        let path = reader.path
        let id = try reader.optional("id", JSONField.text)
        let intent = try reader.optional("intent", JSONField.text)
        let parameters = try reader.optional("parameters", JSONField.parameters)
        let reload = try reader.optional("reload", JSONField.flag)
        let open = try reader.optional("open", JSONField.text)
        let effect: ViewAction.Effect
        switch (intent, reload, open) {
        case (let name?, nil, nil): effect = .intent(name: name, parameters: parameters ?? [:])
        case (nil, true?, nil): effect = .reload
        case (nil, nil, let url?): effect = .openURL(url)
        default: throw .invalid("\(path)", "does one thing: it needs \"intent\", \"reload\": true or \"open\"")
        }
        if parameters != nil, intent == nil { throw .invalid("\(path["parameters"])", "are for an intent") }
        if let problem = ViewAction(id: id ?? "id", effect: effect).problem { throw .invalid("\(path)", problem) }
        return ViewTree.Action(id: id, effect: effect)
    }

    private static func shape(_ value: JSONValue, _ reader: inout JSONObjectReader) throws(WidgetError) -> ViewShape {
        let path = reader.path
        let name = try JSONField.text(value, path["shape"])
        let radius = try reader.optional("radius", JSONField.number)
        if radius != nil, name != "roundedRectangle" { throw .invalid("\(path["radius"])", "is for a roundedRectangle") }
        var shape = ViewShape(try ScriptStyles.form(named: name, radius: radius, at: path["shape"]))
        try ScriptStyles.details(&reader, of: &shape)
        return shape
    }

    /// Texts one after the other, each with a font and a colour of its own: strings, or objects with "text" and modifiers.
    private static func texts(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTree {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of texts") }
        var spans: [ViewTextSpan] = []
        for (index, value) in values.enumerated() {
            if case .string(let text) = value {
                spans.append(ViewTextSpan(.text(text)))
                continue
            }
            var reader = try JSONObjectReader(value, at: path[index], expecting: "a text, or an object with \"text\"")
            let content: ViewTextSpan.Content
            if let symbol = try reader.optional("symbol", JSONField.text) {
                content = .symbol(symbol)
            } else {
                content = .text(try reader.required("text", "a string", JSONField.text))
            }
            var tree = ViewTree(.view(.divider))
            try ScriptModifiers.readModifiers(&reader, into: &tree)
            try reader.finish("a text")
            spans.append(ViewTextSpan(content, modifiers: tree.modifiers))
        }
        var tree = ViewTree(.view(.richText(spans)))
        tree.fallback = String(spans.map(\.plainText).joined().prefix(Limits.fallbackBytes / 4))
        return tree
    }

    /// Views in lines of `columns` columns.
    private mutating func lazyGrid(_ value: JSONValue, _ reader: inout JSONObjectReader, depth: Int) throws(WidgetError) -> ViewTree {
        let columns = try reader.required("columns", "their number", JSONField.integer)
        guard (1...Limits.gridItems).contains(columns) else {
            throw .invalid("\(reader.path["columns"])", "is 1 to \(Limits.gridItems), not \(columns)")
        }
        let spacing = try reader.optional("spacing", JSONField.number)
        let item = LazyGrid.Item(
            .flexible(minimum: 0, maximum: .infinity), spacing: spacing, alignment: try reader.optional("alignment", ScriptValue.alignment))
        let grid = LazyGrid(axis: .vertical, items: Array(repeating: item, count: columns), spacing: spacing)
        return ViewTree(.view(.lazyGrid(grid)), children: try views(value, at: reader.path["lazyVGrid"], depth: depth + 1))
    }

    private mutating func grid(_ value: JSONValue, _ reader: inout JSONObjectReader, depth: Int) throws(WidgetError) -> ViewTree {
        let alignment = try reader.optional("alignment", ScriptValue.alignment)
        let horizontal = try reader.optional("horizontalSpacing", JSONField.number)
        let vertical = try reader.optional("verticalSpacing", JSONField.number)
        let path = reader.path["grid"]
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of rows, each an array of views") }
        var rows: [[ViewTree]] = []
        for (index, row) in values.enumerated() {
            try note(path[index])
            rows.append(try views(row, at: path[index], depth: depth + 2))
        }
        return .grid(alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical, rows)
    }
}

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
        var chart = Chart(
            style: try reader.optional("style") { (value, path) throws(WidgetError) in try JSONField.choice(value, path, of: Chart.Style.allCases) } ?? .line,
            series: series, x: try reader.optional("x", places) ?? [], minimum: try reader.optional("min", JSONField.number),
            maximum: try reader.optional("max", JSONField.number), marks: try reader.optional("marks", marks) ?? [],
            hidesAxis: try reader.optional("axis", JSONField.flag) == false)
        chart.interpolation =
            try reader.optional("interpolation") { (value, path) throws(WidgetError) in
                try JSONField.choice(value, path, of: Chart.Interpolation.allCases)
            } ?? .linear
        chart.isStacked = try reader.optional("stacked", JSONField.flag) ?? false
        return ViewTree(.view(.chart(chart)))
    }

    private static func series(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Chart.Series {
        var reader = try JSONObjectReader(value, at: path, expecting: "a series, an object with \"values\", as the first one is")
        let series = Chart.Series(
            try reader.required("values", "an array of numbers") { (value, path) throws(WidgetError) in
                guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of numbers") }
                return try points(values, path)
            },
            label: try reader.optional("label", JSONField.text) ?? "", color: try reader.optional("color", ScriptValue.color))
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

    /// Numbers, or dates, which count as seconds since 1970.
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
                    color: try reader.optional("color", ScriptValue.color)))
            try reader.finish("a mark")
        }
        return marks
    }
}
