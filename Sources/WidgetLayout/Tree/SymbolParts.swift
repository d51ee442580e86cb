import WidgetCore

/// A symbol by name, in the size of its font.
enum SymbolParts {
    static func add(_ name: String, _ image: ViewImage?, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) {
        var font = environment.font
        font.size *= factor(environment.symbols.scale)
        let side = builder.traits.grid.round(SymbolBox.width(in: font))
        let box = LineBox(environment.font)
        // Its middle is the middle of a capital letter.
        let kind: LayoutItem.Kind =
            image?.resizing != nil
            ? .picture(Size(width: side, height: side), isResizable: true) : .fixed(Size(width: side, height: side), baseline: side / 2 + box.capHeight / 2)
        if environment.isRedacted {
            _ = builder.tree.add(kind, to: parent, source, drawing: .shape(.roundedRectangle(cornerRadius: 4), .color(builder.resolver.colors.label(4))))
            return
        }
        var outline = SymbolOutline.named(name, variants: environment.symbols.variants)
        // A symbol that points along the text turns with it.
        if builder.traits.isRightToLeft, name.contains("forward") || name.contains("backward") {
            outline = outline.mapped(Transform(a: -1, b: 0, c: 0, d: 1, tx: SymbolOutline.side, ty: 0))
        }
        let own = environment.symbols.rendering == .multicolor ? multicolor(name).map { builder.resolver.colors.color($0, accent: nil) } : nil
        let fill = builder.resolver.presented(own.map { .color($0) } ?? environment.foreground(1, builder.resolver.colors), in: environment)
        _ = builder.tree.add(kind, to: parent, source, drawing: .symbol(name: name, outline, fill))
    }

    /// The colour that most of a symbol of several colours has; nil: the foreground's.
    private static func multicolor(_ name: String) -> ViewColor.Name? {
        switch name.prefix(while: { $0 != "." }) {
        case "sun", "bolt", "sunrise", "sunset", "star", "lightbulb": .yellow
        case "heart", "flame", "alarm", "cross", "calendar": .red
        case "leaf", "tree", "battery": .green
        case "drop", "umbrella", "humidity", "envelope", "message": .blue
        case "cloud", "snowflake", "wind", "moon": .white
        case "exclamationmark": .yellow
        default: nil
        }
    }

    private static func factor(_ scale: ViewImageScale) -> Double {
        switch scale {
        case .small: 0.78
        case .medium: 1
        case .large: 1.29
        }
    }
}
