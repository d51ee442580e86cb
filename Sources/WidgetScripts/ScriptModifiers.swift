import WidgetCore

/// The keys that every view may have beside what it is.
///
/// Keys of JSON have no order, so those of one object are applied in the fixed order of this list. `modifiers`, an array of objects with the same keys,
/// follows in the order in which it is written.
enum ScriptModifiers {
    static func read(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        if let id = reader.take("id") { tree = try identified(tree, id, reader.path["id"]) }
        tree.accessibilityLabel = try reader.optional("accessibilityLabel", JSONField.text) ?? ""
        tree.isPrivacySensitive = try reader.optional("privacySensitive", JSONField.flag) ?? false
        tree.isInvalidatable = try reader.optional("invalidatable", JSONField.flag) ?? false
        tree.fallback = try reader.optional("fallback", JSONField.text) ?? ""
        tree.mustUnderstand = try reader.optional("mustUnderstand", JSONField.flag) ?? false
        try readModifiers(&reader, into: &tree)
        guard let value = reader.take("modifiers") else { return }
        let path = reader.path["modifiers"]
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of objects") }
        for (index, value) in values.enumerated() {
            var reader = try JSONObjectReader(value, at: path[index], expecting: "an object of modifiers, such as {\"padding\": 4}")
            try readModifiers(&reader, into: &tree)
            try reader.finish("modifiers")
        }
    }

    private static func identified(_ tree: ViewTree, _ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTree {
        switch value {
        case .string(let text): return tree.id(text)
        case .integer(let integer): return tree.id(Int(integer))
        default: throw JSONField.wrongType(value, at: path, expected: "a string or a whole number")
        }
    }

    /// The modifiers of a view, or of a part of a text.
    static func readModifiers(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try font(&reader).map(ViewModifier.font))
        add(try reader.optional("color", ScriptValue.color).map(ViewModifier.foreground))
        add(try reader.optional("tint", ScriptValue.color).map(ViewModifier.tint))
        add(try reader.optional("lineLimit", JSONField.integer).map(ViewModifier.lineLimit))
        add(try reader.optional("minimumScaleFactor", JSONField.number).map(ViewModifier.minimumScaleFactor))
        add(try reader.optional("multilineTextAlignment", ScriptValue.alignment).map(ViewModifier.multilineAlignment))
        if try reader.optional("redacted", JSONField.flag) == true { add(.redacted) }
        add(try reader.optional("accentable", JSONField.flag).map(ViewModifier.accentable))
        add(try reader.optional("widgetCurvesContent", JSONField.flag).map(ViewModifier.curvesContent))
        add(try reader.optional("padding", padding).map(ViewModifier.padding))
        add(try reader.optional("frame", frame).map(ViewModifier.frame))
        // A background that is a view is a layer, which the decoder reads.
        if !reader.isObject("background") { add(try reader.optional("background", ScriptValue.color).map(ViewModifier.background)) }
        add(try reader.optional("cornerRadius", JSONField.number).map(ViewModifier.cornerRadius))
        add(try reader.optional("opacity", JSONField.number).map(ViewModifier.opacity))
        add(try reader.optional("scale", scale).map { .scale(x: $0.x, y: $0.y) })
        add(try reader.optional("rotation", JSONField.number).map { .rotation($0 * .pi / 180) })
        add(try reader.optional("offset", offset).map { .offset(x: $0.x, y: $0.y) })
        add(try reader.optional("blur", JSONField.number).map(ViewModifier.blur))
        try ScriptEffects.read(&reader, into: &tree)
    }

    /// `font` with `bold`, `weight`, `italic` and `monospacedDigit`: one font.
    private static func font(_ reader: inout JSONObjectReader) throws(WidgetError) -> ViewFont? {
        let path = reader.path
        var font = ViewFont()
        if let value = reader.take("font") {
            switch value {
            case .integer, .number: font.size = try JSONField.number(value, path["font"])
            case .string: font.style = try JSONField.choice(value, path["font"], of: ViewFont.Style.allCases)
            default: throw JSONField.wrongType(value, at: path["font"], expected: "a size in points or a style's name, such as \"title\"")
            }
        }
        font.weight = try reader.optional("weight") { (value, path) throws(WidgetError) in try JSONField.choice(value, path, of: ViewFont.Weight.allCases) }
        if try reader.optional("bold", JSONField.flag) == true {
            guard font.weight == nil else { throw .invalid("\(path["bold"])", "is a weight, and \"weight\" is there too; use one") }
            font.weight = .bold
        }
        font.isItalic = try reader.optional("italic", JSONField.flag) ?? false
        font.design = try reader.optional("fontDesign") { (value, path) throws(WidgetError) in
            try JSONField.choice(value, path, of: ViewFont.Design.allCases)
        }
        font.width = try reader.optional("fontWidth") { (value, path) throws(WidgetError) in try JSONField.choice(value, path, of: ViewFont.Width.allCases) }
        font.isMonospacedDigit = try reader.optional("monospacedDigit", JSONField.flag) ?? false
        return font == ViewFont() ? nil : font
    }

    /// One length for all sides, or an object.
    static func padding(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewInsets {
        guard case .object = value else {
            let length = try JSONField.number(value, path)
            return ViewInsets(top: length, leading: length, bottom: length, trailing: length)
        }
        var reader = try JSONObjectReader(value, at: path, expecting: "a length or an object")
        let horizontal = try reader.optional("horizontal", JSONField.number) ?? 0
        let vertical = try reader.optional("vertical", JSONField.number) ?? 0
        let insets = ViewInsets(
            top: try reader.optional("top", JSONField.number) ?? vertical, leading: try reader.optional("leading", JSONField.number) ?? horizontal,
            bottom: try reader.optional("bottom", JSONField.number) ?? vertical, trailing: try reader.optional("trailing", JSONField.number) ?? horizontal)
        try reader.finish("a padding")
        return insets
    }

    /// Margins in the place of the surface's: one length for all sides, or an object with those that differ.
    static func contentMargins(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewModifier {
        guard case .object = value else {
            let length = try JSONField.number(value, path)
            return .contentMargins(top: length, leading: length, bottom: length, trailing: length)
        }
        var reader = try JSONObjectReader(value, at: path, expecting: "a length or an object")
        let margins = ViewModifier.contentMargins(
            top: try reader.optional("top", JSONField.number), leading: try reader.optional("leading", JSONField.number),
            bottom: try reader.optional("bottom", JSONField.number), trailing: try reader.optional("trailing", JSONField.number))
        try reader.finish("margins")
        return margins
    }

    private static func frame(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewFrame {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object such as {\"width\": 40}")
        var frame = ViewFrame(
            width: try reader.optional("width", JSONField.number), height: try reader.optional("height", JSONField.number),
            minimumWidth: try reader.optional("minWidth", JSONField.number), maximumWidth: try reader.optional("maxWidth", maximum),
            minimumHeight: try reader.optional("minHeight", JSONField.number), maximumHeight: try reader.optional("maxHeight", maximum),
            alignment: try reader.optional("alignment", ScriptValue.alignment))
        frame.idealWidth = try reader.optional("idealWidth", JSONField.number)
        frame.idealHeight = try reader.optional("idealHeight", JSONField.number)
        try reader.finish("a frame")
        return frame
    }

    private static func maximum(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
        if case .string(let text) = value {
            guard text == "infinity" else { throw .invalid("\(path)", "must be a length or \"infinity\", not \(JSONField.shown(text))") }
            return .infinity
        }
        return try JSONField.number(value, path)
    }

    private static func scale(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> (x: Double, y: Double) {
        guard case .object = value else {
            let factor = try JSONField.number(value, path)
            return (factor, factor)
        }
        return try pair(value, path, missing: 1)
    }

    private static func offset(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> (x: Double, y: Double) { try pair(value, path, missing: 0) }

    private static func pair(_ value: JSONValue, _ path: JSONPath, missing: Double) throws(WidgetError) -> (x: Double, y: Double) {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"x\" and \"y\"")
        let pair = (x: try reader.optional("x", JSONField.number) ?? missing, y: try reader.optional("y", JSONField.number) ?? missing)
        try reader.finish("a pair")
        return pair
    }
}
