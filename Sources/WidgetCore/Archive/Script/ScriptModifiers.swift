/// The keys that every view may have beside what it is.
///
/// JSON's keys have no order, so those of one object are applied in the fixed order in which they stand here, and `modifiers`, an array of objects with the same
/// keys, after them in the order in which they are written.
enum ScriptModifiers {
    static func read(_ reader: inout ScriptReader, into tree: inout ViewTree) throws(WidgetError) {
        if let id = reader.take("id") { tree = try identified(tree, id, reader.path["id"]) }
        tree.accessibilityLabel = try reader.optional("accessibilityLabel", Script.text) ?? ""
        tree.isPrivacySensitive = try reader.optional("privacySensitive", Script.flag) ?? false
        tree.isInvalidatable = try reader.optional("invalidatable", Script.flag) ?? false
        tree.fallback = try reader.optional("fallback", Script.text) ?? ""
        tree.mustUnderstand = try reader.optional("mustUnderstand", Script.flag) ?? false
        try readModifiers(&reader, into: &tree)
        guard let value = reader.take("modifiers") else { return }
        let path = reader.path["modifiers"]
        guard case .array(let values) = value else { throw Script.wrongType(value, at: path, expected: "an array of objects") }
        for (index, value) in values.enumerated() {
            var reader = try ScriptReader(value, at: path[index], expecting: "an object of modifiers, such as {\"padding\": 4}")
            try readModifiers(&reader, into: &tree)
            try reader.finish("modifiers")
        }
    }

    private static func identified(_ tree: ViewTree, _ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTree {
        switch value {
        case .string(let text): return tree.id(text)
        case .integer(let integer): return tree.id(Int(integer))
        default: throw Script.wrongType(value, at: path, expected: "a string or a whole number")
        }
    }

    private static func readModifiers(_ reader: inout ScriptReader, into tree: inout ViewTree) throws(WidgetError) {
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try font(&reader).map(ViewModifier.font))
        add(try reader.optional("color", Script.color).map(ViewModifier.foreground))
        add(try reader.optional("tint", Script.color).map(ViewModifier.tint))
        add(try reader.optional("lineLimit", Script.integer).map(ViewModifier.lineLimit))
        add(try reader.optional("minimumScaleFactor", Script.number).map(ViewModifier.minimumScaleFactor))
        add(try reader.optional("multilineTextAlignment", Script.alignment).map(ViewModifier.multilineAlignment))
        if try reader.optional("redacted", Script.flag) == true { add(.redacted) }
        add(try reader.optional("accentable", Script.flag).map(ViewModifier.accentable))
        add(try reader.optional("padding", padding).map(ViewModifier.padding))
        add(try reader.optional("frame", frame).map(ViewModifier.frame))
        add(try reader.optional("background", Script.color).map(ViewModifier.background))
        add(try reader.optional("cornerRadius", Script.number).map(ViewModifier.cornerRadius))
        add(try reader.optional("opacity", Script.number).map(ViewModifier.opacity))
        add(try reader.optional("scale", scale).map { .scale(x: $0.x, y: $0.y) })
        add(try reader.optional("rotation", Script.number).map { .rotation($0 * .pi / 180) })
        add(try reader.optional("offset", offset).map { .offset(x: $0.x, y: $0.y) })
        add(try reader.optional("blur", Script.number).map(ViewModifier.blur))
    }

    /// `font` with `bold`, `weight`, `italic` and `monospacedDigit`: one font.
    private static func font(_ reader: inout ScriptReader) throws(WidgetError) -> ViewFont? {
        let path = reader.path
        var font = ViewFont()
        if let value = reader.take("font") {
            switch value {
            case .integer, .number: font.size = try Script.number(value, path["font"])
            case .string: font.style = try Script.choice(value, path["font"], of: ViewFont.Style.allCases)
            default: throw Script.wrongType(value, at: path["font"], expected: "a size in points or a style's name, such as \"title\"")
            }
        }
        font.weight = try reader.optional("weight") { (value, path) throws(WidgetError) in try Script.choice(value, path, of: ViewFont.Weight.allCases) }
        if try reader.optional("bold", Script.flag) == true {
            guard font.weight == nil else { throw .invalid("\(path["bold"])", "is a weight, and \"weight\" is there too; use one") }
            font.weight = .bold
        }
        font.isItalic = try reader.optional("italic", Script.flag) ?? false
        font.isMonospacedDigit = try reader.optional("monospacedDigit", Script.flag) ?? false
        return font == ViewFont() ? nil : font
    }

    /// One length for all sides, or an object.
    private static func padding(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewInsets {
        guard case .object = value else {
            let length = try Script.number(value, path)
            return ViewInsets(top: length, leading: length, bottom: length, trailing: length)
        }
        var reader = try ScriptReader(value, at: path, expecting: "a length or an object")
        let horizontal = try reader.optional("horizontal", Script.number) ?? 0
        let vertical = try reader.optional("vertical", Script.number) ?? 0
        let insets = ViewInsets(
            top: try reader.optional("top", Script.number) ?? vertical, leading: try reader.optional("leading", Script.number) ?? horizontal,
            bottom: try reader.optional("bottom", Script.number) ?? vertical, trailing: try reader.optional("trailing", Script.number) ?? horizontal)
        try reader.finish("a padding")
        return insets
    }

    private static func frame(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewFrame {
        var reader = try ScriptReader(value, at: path, expecting: "an object such as {\"width\": 40}")
        let frame = ViewFrame(
            width: try reader.optional("width", Script.number), height: try reader.optional("height", Script.number),
            maximumWidth: try reader.optional("maxWidth", maximum), maximumHeight: try reader.optional("maxHeight", maximum),
            alignment: try reader.optional("alignment", Script.alignment))
        try reader.finish("a frame")
        return frame
    }

    private static func maximum(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
        if case .string(let text) = value {
            guard text == "infinity" else { throw .invalid("\(path)", "must be a length or \"infinity\", not \(Script.shown(text))") }
            return .infinity
        }
        return try Script.number(value, path)
    }

    private static func scale(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> (x: Double, y: Double) {
        guard case .object = value else {
            let factor = try Script.number(value, path)
            return (factor, factor)
        }
        return try pair(value, path, missing: 1)
    }

    private static func offset(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> (x: Double, y: Double) { try pair(value, path, missing: 0) }

    private static func pair(_ value: JSONValue, _ path: JSONPath, missing: Double) throws(WidgetError) -> (x: Double, y: Double) {
        var reader = try ScriptReader(value, at: path, expecting: "an object with \"x\" and \"y\"")
        let pair = (x: try reader.optional("x", Script.number) ?? missing, y: try reader.optional("y", Script.number) ?? missing)
        try reader.finish("a pair")
        return pair
    }
}
