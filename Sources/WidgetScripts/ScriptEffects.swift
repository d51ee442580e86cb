import WidgetCore

/// The keys of effects, layout and styles that every view may have: the second part of the order in which they are applied.
enum ScriptEffects {
    static func read(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        try readText(&reader, into: &tree)
        try readLayout(&reader, into: &tree)
        try readDrawing(&reader, into: &tree)
        try readStyles(&reader, into: &tree)
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try reader.optional("contentTransition", ScriptMotion.contentTransition).map(ViewModifier.contentTransition))
        add(try reader.optional("transition", ScriptMotion.transition).map(ViewModifier.transition))
        if let rule = try reader.optional("animation", ScriptMotion.rule) {
            // The animation belongs to the view's place, so that it also holds where another id comes there.
            let isPlaced = tree.modifiers.contains { if case .identity = $0 { true } else { false } }
            if !tree.explicitID.isEmpty, !isPlaced { add(.identity(.unplaced)) }
            add(.animation(rule))
        }
    }

    private static func readText(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try reader.optional("kerning", JSONField.number).map(ViewModifier.kerning))
        add(try reader.optional("tracking", JSONField.number).map(ViewModifier.tracking))
        add(try reader.optional("baselineOffset", JSONField.number).map(ViewModifier.baselineOffset))
        add(try reader.optional("lineSpacing", JSONField.number).map(ViewModifier.lineSpacing))
        add(try reader.optional("allowsTightening", JSONField.flag).map(ViewModifier.allowsTightening))
        add(try reader.optional("truncationMode", choice(ViewTruncation.allCases)).map(ViewModifier.truncation))
        add(try reader.optional("strikethrough", ScriptStyles.textLine).map(ViewModifier.strikethrough))
        add(try reader.optional("underline", ScriptStyles.textLine).map(ViewModifier.underline))
        add(try reader.optional("textCase", choice([ViewTextCase.uppercase, .lowercase])).map(ViewModifier.textCase))
        add(try reader.optional("foregroundStyle", ScriptStyles.styles).map(ViewModifier.foregroundStyle))
    }

    private static func readLayout(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try reader.optional("aspectRatio", aspectRatio))
        if try reader.optional("scaledToFit", JSONField.flag) == true { add(.aspectRatio(nil, fills: false)) }
        if try reader.optional("scaledToFill", JSONField.flag) == true { add(.aspectRatio(nil, fills: true)) }
        add(
            try reader.optional("fixedSize") { (value, path) throws(WidgetError) in
                if case .boolean(let isFixed) = value { return .fixedSize(horizontally: isFixed, vertically: isFixed) }
                var reader = try JSONObjectReader(value, at: path, expecting: "true or an object with \"horizontal\" and \"vertical\"")
                let modifier = ViewModifier.fixedSize(
                    horizontally: try reader.optional("horizontal", JSONField.flag) ?? false,
                    vertically: try reader.optional("vertical", JSONField.flag) ?? false)
                try reader.finish("a fixed size")
                return modifier
            })
        add(try reader.optional("layoutPriority", JSONField.number).map(ViewModifier.layoutPriority))
        add(try reader.optional("zIndex", JSONField.number).map(ViewModifier.zIndex))
        add(try reader.optional("gridCellColumns", JSONField.integer).map { .gridCell(ViewGridCell(columns: $0)) })
        add(try reader.optional("position", ScriptStyles.point).map { .position(x: $0.x, y: $0.y) })
    }

    private static func readDrawing(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try reader.optional("clipShape", ScriptStyles.shape).map(ViewModifier.clip))
        if try reader.optional("clipped", JSONField.flag) == true { add(.clip(.rectangle)) }
        add(try reader.optional("shadow", ScriptStyles.shadow).map(ViewModifier.shadow))
        add(try reader.optional("rotation3D", rotation3D))
        add(try reader.optional("brightness", JSONField.number).map { .color(.brightness($0)) })
        add(try reader.optional("contrast", JSONField.number).map { .color(.contrast($0)) })
        add(try reader.optional("saturation", JSONField.number).map { .color(.saturation($0)) })
        add(try reader.optional("grayscale", JSONField.number).map { .color(.grayscale($0)) })
        add(try reader.optional("hueRotation", JSONField.number).map { .color(.hueRotation($0 * .pi / 180)) })
        if try reader.optional("colorInvert", JSONField.flag) == true { add(.color(.invert)) }
        add(try reader.optional("colorMultiply", ScriptValue.color).map { .color(.multiply($0)) })
        add(try reader.optional("blendMode", choice(ViewBlendMode.allCases)).map(ViewModifier.blendMode))
        if try reader.optional("hidden", JSONField.flag) == true { add(.hidden) }
        if try reader.optional("geometryGroup", JSONField.flag) == true { add(.geometryGroup) }
    }

    private static func readStyles(_ reader: inout JSONObjectReader, into tree: inout ViewTree) throws(WidgetError) {
        func add(_ modifier: ViewModifier?) { if let modifier { tree.modifiers.append(modifier) } }
        add(try reader.optional("buttonStyle", choice(ViewButtonStyle.allCases)).map(ViewModifier.buttonStyle))
        add(try reader.optional("controlSize", choice(ViewControlSize.allCases)).map(ViewModifier.controlSize))
        add(try reader.optional("toggleStyle", choice(ViewToggleStyle.allCases)).map(ViewModifier.toggleStyle))
        add(try reader.optional("gaugeStyle", choice(Gauge.Style.allCases)).map(ViewModifier.gaugeStyle))
        add(try reader.optional("progressViewStyle", choice(ViewProgressStyle.allCases)).map(ViewModifier.progressStyle))
        add(try reader.optional("labelStyle", choice(ViewLabelStyle.allCases)).map(ViewModifier.labelStyle))
        add(try reader.optional("imageScale", choice(ViewImageScale.allCases)).map(ViewModifier.imageScale))
        add(try reader.optional("symbolVariant", symbolVariant).map(ViewModifier.symbolVariants))
        add(try reader.optional("symbolRenderingMode", choice(ViewSymbolRenderingMode.allCases)).map(ViewModifier.symbolRenderingMode))
        add(try reader.optional("disabled", JSONField.flag).map(ViewModifier.disabled))
        add(try reader.optional("dynamicTypeSize", dynamicTypeSize))
        if try reader.optional("unredacted", JSONField.flag) == true { add(.unredacted) }
        let accessibility = ViewAccessibility(
            value: try reader.optional("accessibilityValue", JSONField.text), hint: try reader.optional("accessibilityHint", JSONField.text),
            isHidden: try reader.optional("accessibilityHidden", JSONField.flag))
        if accessibility != ViewAccessibility() { add(.accessibility(accessibility)) }
    }

    private static func choice<T: Sendable>(_ options: [T]) -> (JSONValue, JSONPath) throws(WidgetError) -> T {
        { (value, path) throws(WidgetError) in try JSONField.choice(value, path, of: options) }
    }

    /// A ratio of width to height, or `{"ratio": 1.5, "contentMode": "fill"}`.
    private static func aspectRatio(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewModifier {
        guard case .object = value else { return .aspectRatio(try JSONField.number(value, path), fills: false) }
        var reader = try JSONObjectReader(value, at: path, expecting: "a ratio or an object with \"ratio\" and \"contentMode\"")
        let ratio = try reader.optional("ratio", JSONField.number)
        let mode = try reader.optional("contentMode", choice(["fit", "fill"]))
        try reader.finish("an aspect ratio")
        return .aspectRatio(ratio, fills: mode == "fill")
    }

    /// `{"angle": 45, "axis": {"y": 1}}`, with degrees.
    private static func rotation3D(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewModifier {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"angle\" and \"axis\"")
        let angle = try reader.required("angle", "a turn in space", JSONField.number)
        let axis = try reader.required("axis", "a turn in space") { (value, path) throws(WidgetError) in
            var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"x\", \"y\" and \"z\"")
            let numbers = (
                try reader.optional("x", JSONField.number) ?? 0, try reader.optional("y", JSONField.number) ?? 0,
                try reader.optional("z", JSONField.number) ?? 0
            )
            try reader.finish("an axis")
            return numbers
        }
        let rotation = ViewRotation3D(
            angle: angle * .pi / 180, axisX: axis.0, axisY: axis.1, axisZ: axis.2,
            anchor: try reader.optional("anchor", ScriptStyles.unitPoint) ?? .center, anchorZ: try reader.optional("anchorZ", JSONField.number) ?? 0,
            perspective: try reader.optional("perspective", JSONField.number) ?? 1)
        try reader.finish("a turn in space")
        return .rotation3D(rotation)
    }

    /// One size, or `{"minimum": "small", "maximum": "xxxLarge"}`.
    private static func dynamicTypeSize(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewModifier {
        let size = choice(ViewTraits.DynamicTypeSize.allCases)
        guard case .object = value else {
            let one = try size(value, path)
            return .dynamicTypeSize(minimum: one, maximum: one)
        }
        var reader = try JSONObjectReader(value, at: path, expecting: "a size or an object with \"minimum\" and \"maximum\"")
        let (minimum, maximum) = (try reader.optional("minimum", size), try reader.optional("maximum", size))
        try reader.finish("sizes of text")
        if let minimum, let maximum, minimum.rawValue > maximum.rawValue { throw .invalid("\(path)", "has a minimum that is larger than its maximum") }
        return .dynamicTypeSize(minimum: minimum, maximum: maximum)
    }

    /// `"fill"`, `"circle.fill"`: names with dots between them.
    private static func symbolVariant(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewSymbolVariants {
        let names: [String: ViewSymbolVariants] = ["fill": .fill, "slash": .slash, "circle": .circle, "square": .square, "rectangle": .rectangle]
        var variants: ViewSymbolVariants = []
        for name in try JSONField.text(value, path).split(separator: ".") {
            guard let variant = names[String(name)] else {
                throw .invalid(
                    "\(path)", "must be made of \(names.keys.sorted().joined(separator: ", ")) with dots between them, not \(JSONField.shown(String(name)))")
            }
            variants.insert(variant)
        }
        return variants
    }
}
