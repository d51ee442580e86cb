import WidgetCore

/// A symbol by name, in the size of its font.
enum SymbolParts {
    static func add(_ name: String, _ image: ViewImage?, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) {
        var font = environment.font
        font.size *= factor(environment.symbols.scale)
        var symbol = SymbolOutline.named(name, variants: environment.symbols.variants, weight: font.weight)
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
        var fills = fills(of: symbol, environment, builder.resolver).map { builder.resolver.adapted($0, in: environment) }
        // A sign and its disc in one colour would be a mere disc.
        if let first = fills.first, fills.allSatisfy({ $0 == first }) { fills = [first] }
        let drawing = Drawing.symbol(name: name, symbol, fills)
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
        builder.addText(
            [(.text(words.joined(separator: "\n")), [])], to: padding, DisplayID(node: source.node, part: DisplayPart.control(DisplayPart.UnknownSymbol.name)),
            small)
    }

    /// One fill for the whole symbol, or one for each of its layers.
    private static func fills(of symbol: SymbolOutline, _ environment: LayoutEnvironment, _ resolver: StyleResolver) -> [Fill] {
        let colors = resolver.colors
        let foreground = environment.foreground(1, colors)
        let styles = environment.foregrounds.count
        // Several styles without a mode are a palette.
        switch environment.symbols.rendering ?? (styles > 1 ? .palette : .monochrome) {
        case .monochrome: return [foreground]
        case .hierarchical: return symbol.layers.map { foreground.faded(opacities[$0.level - 1]) }
        // A palette's last style is that of all further levels.
        case .palette: return symbol.layers.map { environment.foreground(styles > 1 ? min($0.level, styles) : $0.level, colors) }
        case .multicolor:
            // A mode of one colour leaves the symbol's own colours out.
            guard resolver.mode == .fullColor, symbol.layers.contains(where: { $0.color != nil }) else { return [foreground] }
            return symbol.layers.map { layer in layer.color.map { .color(colors.color($0, accent: nil)) } ?? foreground }
        }
    }

    /// How opaque the levels of a symbol are in hierarchical mode.
    private static let opacities = [1, 0.5, 0.25]

    private static func factor(_ scale: ViewImageScale) -> Double {
        switch scale {
        case .small: 0.78
        case .medium: 1
        case .large: 1.29
        }
    }
}
