/// A line across a symbol, from the upper left to the lower right, with a gap beside it.
struct SymbolSlash {
    /// Its width, in units of the outlines' square.
    let line: Double

    /// How far its ends lie from the square's corners, along an edge.
    private static let margin = 120.0
    private static let gap = 62.0

    /// The layers with a gap, and the line above them.
    func layers(over layers: [SymbolLayer]) -> [SymbolLayer] {
        // The distance of a point from the line's middle. Above it is positive.
        func above(_ point: Point) -> Double { (point.x - point.y) / 2.0.squareRoot() }
        let rest = layers.map { layer in
            var layer = layer
            layer.level = max(2, layer.level)
            var outline = layer.outline.clipped { above($0) - line / 2 - Self.gap }
            outline.append(layer.outline.clipped { -above($0) - line / 2 })
            layer.outline = outline
            return layer
        }
        return rest + [SymbolLayer(slash, level: 1)]
    }

    private var slash: Outline {
        let length = (SymbolOutline.side - 2 * Self.margin) * 2.0.squareRoot()
        let bar = Outline.roundedRectangle(Rect(x: -length / 2, y: -line / 2, width: length, height: line), radii: CornerRadii(line / 2))
        return bar.mapped(.rotation(.pi / 4)).mapped(.translation(x: SymbolOutline.side / 2, y: SymbolOutline.side / 2))
    }
}
