import WidgetCore

/// A symbol by name, as high as its font says.
enum SymbolParts {
    static func add(_ name: String, _ image: ViewImage?, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) {
        var font = environment.font
        font.size *= factor(environment.imageScale)
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
        let outline = SymbolOutline.named(name, variants: environment.symbolVariants, weight: environment.font.weight)
        let fill = builder.resolver.presented(environment.foreground(1, builder.resolver.colors), in: environment)
        _ = builder.tree.add(kind, to: parent, source, drawing: .symbol(name: name, outline, fill))
    }

    private static func factor(_ scale: ViewImageScale) -> Double {
        switch scale {
        case .small: 0.78
        case .medium: 1
        case .large: 1.29
        }
    }
}
