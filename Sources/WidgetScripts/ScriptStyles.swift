import WidgetCore

/// Fillings, shapes and lines of the script form.
enum ScriptStyles {
    /// A colour, `"ultraThinMaterial"`, or an object with one of the gradients.
    static func style(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewStyle {
        guard case .object = value else {
            if case .string(let text) = value {
                if let level = ["primary": 1, "secondary": 2, "tertiary": 3, "quaternary": 4, "quinary": 5][text], level > 2 { return .hierarchical(level) }
                if let material = ViewStyle.Material.allCases.first(where: { text == "\($0)Material" }) { return .material(material) }
                if text == "tint" { return .role(.tint) }
            }
            return .color(try ScriptValue.color(value, path))
        }
        var reader = try JSONObjectReader(value, at: path, expecting: "a colour, or an object with a gradient")
        let style = ViewStyle.gradient(try gradient(&reader))
        let opacity = try reader.optional("opacity", JSONField.number)
        try reader.finish("a gradient")
        return opacity.map { .faded(style, $0) } ?? style
    }

    /// One style, or an array of up to three.
    static func styles(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [ViewStyle] {
        guard case .array(let values) = value else { return [try style(value, path)] }
        var styles: [ViewStyle] = []
        for (index, value) in values.enumerated() { styles.append(try style(value, path[index])) }
        return styles
    }

    /// `{"linearGradient": ["red", "blue"], "startPoint": "top", "endPoint": "bottom"}`, or a radial, elliptical or angular one.
    private static func gradient(_ reader: inout JSONObjectReader) throws(WidgetError) -> ViewGradient {
        let kinds = ["linearGradient", "radialGradient", "ellipticalGradient", "angularGradient"]
        guard let kind = kinds.first(where: reader.has), let colors = reader.take(kind) else {
            throw .invalid("\(reader.path)", "needs one of \(kinds.joined(separator: ", "))")
        }
        let stops = try stops(colors, reader.path[kind])
        if kind == "linearGradient" {
            return ViewGradient(
                .linear(
                    start: try reader.optional("startPoint", ScriptStyles.unitPoint) ?? ViewPoint(x: 0.5, y: 0),
                    end: try reader.optional("endPoint", ScriptStyles.unitPoint) ?? ViewPoint(x: 0.5, y: 1)), stops: stops)
        }
        let center = try reader.optional("center", ScriptStyles.unitPoint) ?? .center
        if kind == "angularGradient" {
            let start = try reader.optional("startAngle", JSONField.number) ?? 0
            let end = try reader.optional("endAngle", JSONField.number) ?? start + 360
            return ViewGradient(.angular(center: center, startAngle: start * .pi / 180, endAngle: end * .pi / 180), stops: stops)
        }
        let start = try reader.optional("startRadius", JSONField.number) ?? 0
        guard kind == "radialGradient" else {
            return ViewGradient(
                .elliptical(center: center, startRadius: start, endRadius: try reader.optional("endRadius", JSONField.number) ?? 0.5), stops: stops)
        }
        let end = try reader.required("endRadius", "the radius of the last colour in points", JSONField.number)
        return ViewGradient(.radial(center: center, startRadius: start, endRadius: end), stops: stops)
    }

    /// Colours, evenly spaced, or objects with a place: `{"color": "red", "location": 0.3}`.
    private static func stops(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [ViewGradient.Stop] {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of colours") }
        var stops: [ViewGradient.Stop] = []
        for (index, value) in values.enumerated() {
            let even = values.count < 2 ? 0 : Double(index) / Double(values.count - 1)
            guard case .object = value else {
                stops.append(ViewGradient.Stop(try ScriptValue.color(value, path[index]), location: even))
                continue
            }
            var reader = try JSONObjectReader(value, at: path[index], expecting: "a colour with its location")
            stops.append(
                ViewGradient.Stop(
                    try reader.required("color", "a colour", ScriptValue.color), location: try reader.optional("location", JSONField.number) ?? even))
            try reader.finish("a gradient's stop")
        }
        return stops
    }

    /// A name such as `"topLeading"`, or fractions `{"x": 0.5, "y": 0}`.
    static func unitPoint(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewPoint {
        if case .object = value { return try point(value, path) }
        let names: [(String, ViewPoint)] = [
            ("center", .center), ("top", ViewPoint(x: 0.5, y: 0)), ("bottom", ViewPoint(x: 0.5, y: 1)), ("leading", ViewPoint(x: 0, y: 0.5)),
            ("trailing", ViewPoint(x: 1, y: 0.5)), ("topLeading", ViewPoint(x: 0, y: 0)), ("topTrailing", ViewPoint(x: 1, y: 0)),
            ("bottomLeading", ViewPoint(x: 0, y: 1)), ("bottomTrailing", ViewPoint(x: 1, y: 1)),
        ]
        let name = try JSONField.text(value, path)
        guard let found = names.first(where: { $0.0 == name }) else {
            throw .invalid("\(path)", Suggestion.refusal(of: name, shown: JSONField.shown(name), choices: names.map(\.0), source: JSONField.documentation))
        }
        return found.1
    }

    static func point(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewPoint {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"x\" and \"y\"")
        let point = ViewPoint(x: try reader.optional("x", JSONField.number) ?? 0, y: try reader.optional("y", JSONField.number) ?? 0)
        try reader.finish("a point")
        return point
    }

    /// A form by its name, or an object: `{"form": "circle", "stroke": 4, "trim": {"to": 0.6}}`.
    static func shape(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewShape {
        guard case .object = value else { return ViewShape(try form(named: try JSONField.text(value, path), radius: nil, at: path)) }
        var reader = try JSONObjectReader(value, at: path, expecting: "a form's name or an object with \"form\"")
        let name = try reader.required("form", "such as \"circle\"", JSONField.text)
        var shape = ViewShape(try form(named: name, radius: try reader.optional("radius", JSONField.number), at: path["form"]))
        try details(&reader, of: &shape)
        try reader.finish("a shape")
        return shape
    }

    static func form(named name: String, radius: Double?, at path: JSONPath) throws(WidgetError) -> ViewShape.Form {
        if radius != nil, name != "roundedRectangle" { throw .invalid("\(path)", "only a roundedRectangle has a radius") }
        switch name {
        case "rectangle": return .rectangle
        case "roundedRectangle": return .roundedRectangle(cornerRadius: radius ?? 8)
        case "circle": return .circle
        case "capsule": return .capsule
        case "ellipse": return .ellipse
        case "containerRelative": return .containerRelative
        default:
            throw .invalid(
                "\(path)",
                "must be one of rectangle, roundedRectangle, circle, capsule, ellipse, containerRelative, not \(JSONField.shown(name))")
        }
    }

    /// `fill`, `stroke`, `trim` and `inset` of a shape.
    static func details(_ reader: inout JSONObjectReader, of shape: inout ViewShape) throws(WidgetError) {
        shape.style = try reader.optional("fill", style)
        shape.stroke = try reader.optional("stroke", stroke)
        shape.trim = try reader.optional("trim") { (value, path) throws(WidgetError) in
            var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"from\" and \"to\"")
            let trim = ViewShape.Trim(from: try reader.optional("from", JSONField.number) ?? 0, to: try reader.optional("to", JSONField.number) ?? 1)
            try reader.finish("a trim")
            return trim
        }
        shape.inset = try reader.optional("inset", JSONField.number) ?? 0
    }

    /// A width in points, or an object.
    private static func stroke(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewShape.Stroke {
        guard case .object = value else { return ViewShape.Stroke(width: try JSONField.number(value, path)) }
        var reader = try JSONObjectReader(value, at: path, expecting: "a width or an object with \"lineWidth\"")
        let stroke = ViewShape.Stroke(
            width: try reader.optional("lineWidth", JSONField.number) ?? 1,
            cap: try reader.optional("lineCap") { (value, path) throws(WidgetError) in
                try JSONField.choice(value, path, of: ViewShape.Stroke.Cap.allCases)
            } ?? .butt,
            join: try reader.optional("lineJoin") { (value, path) throws(WidgetError) in
                try JSONField.choice(value, path, of: ViewShape.Stroke.Join.allCases)
            } ?? .miter,
            dash: try reader.optional("dash") { (value, path) throws(WidgetError) in
                guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of lengths") }
                var lengths: [Double] = []
                for (index, value) in values.enumerated() { lengths.append(try JSONField.number(value, path[index])) }
                return lengths
            } ?? [])
        try reader.finish("a stroke")
        return stroke
    }

    /// `true`, `false` or `{"pattern": "dash", "color": "red"}`.
    static func textLine(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTextLine {
        if case .boolean(let isActive) = value { return ViewTextLine(isActive: isActive) }
        var reader = try JSONObjectReader(value, at: path, expecting: "true, false or an object with \"pattern\" and \"color\"")
        let line = ViewTextLine(
            pattern: try reader.optional("pattern") { (value, path) throws(WidgetError) in
                try JSONField.choice(value, path, of: ViewTextLine.Pattern.allCases)
            } ?? .solid, color: try reader.optional("color", ScriptValue.color))
        try reader.finish("a line")
        return line
    }

    /// A radius, or `{"color": "black", "radius": 3, "x": 0, "y": 1}`.
    static func shadow(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewShadow {
        // SwiftUI's default: black with an opacity of a third.
        let color = ViewColor.rgba(0x0000_0054)
        guard case .object = value else { return ViewShadow(color: color, radius: try JSONField.number(value, path)) }
        var reader = try JSONObjectReader(value, at: path, expecting: "a radius or an object with \"radius\"")
        let shadow = ViewShadow(
            color: try reader.optional("color", ScriptValue.color) ?? color, radius: try reader.required("radius", "of the blur in points", JSONField.number),
            x: try reader.optional("x", JSONField.number) ?? 0, y: try reader.optional("y", JSONField.number) ?? 0)
        try reader.finish("a shadow")
        return shadow
    }
}
