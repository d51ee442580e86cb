import WidgetCore

/// A symbol by name, in the size of its font.
enum SymbolParts {
    static func add(_ name: String, _ image: ViewImage?, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) {
        var font = environment.font
        font.size *= factor(environment.symbols.scale)
        var symbol = SymbolOutline.named(name, variants: environment.symbols.variants)
        let grid = builder.traits.grid
        let room = SymbolBox.size(of: symbol, fontSize: font.size)
        let size = Size(width: grid.round(room.width), height: grid.round(room.height))
        // Its middle is the middle of a capital letter.
        let kind: LayoutItem.Kind =
            image?.resizing != nil ? .picture(size, isResizable: true) : .fixed(size, baseline: size.height / 2 + LineBox(environment.font).capHeight / 2)
        if environment.isRedacted {
            _ = builder.tree.add(kind, to: parent, source, drawing: .shape(.roundedRectangle(cornerRadius: 4), .color(builder.resolver.colors.label(4))))
            return
        }
        // A symbol that points along the text turns with it.
        if builder.traits.isRightToLeft, name.contains("forward") || name.contains("backward") {
            symbol = symbol.mirrored
        }
        let own = environment.symbols.rendering == .multicolor ? multicolor(name).map { builder.resolver.colors.color($0, accent: nil) } : nil
        let fill = builder.resolver.adapted(own.map { .color($0) } ?? environment.foreground(1, builder.resolver.colors), in: environment)
        let drawing = Drawing.symbol(name: name, symbol, fill)
        guard symbol == .unknown else { return _ = builder.tree.add(kind, to: parent, source, drawing: drawing) }
        let layers = builder.tree.add(.layered(.center), to: parent, source)
        _ = builder.tree.add(kind, to: layers, source, drawing: drawing)
        addName(name, within: size.height, to: layers, source, environment, &builder)
    }

    /// Writes the name of a symbol that nobody knows into its box: a line for each part between dots, as large as there is room.
    private static func addName(
        _ name: String, within side: Double, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder
    ) {
        let words = name.split(separator: ".").map(String.init)
        var small = environment
        small.font = DisplayFont(size: side * 0.24)
        small.text = TextRules(lineLimit: max(1, words.count), minimumScale: 0.2, alignment: .center)
        let padding = builder.tree.add(.padding(Insets(all: side * 0.2)), to: parent, source)
        builder.addText([(.text(words.joined(separator: "\n")), [])], to: padding, DisplayID(node: source.node, part: PartBuilder.firstControlPart), small)
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
