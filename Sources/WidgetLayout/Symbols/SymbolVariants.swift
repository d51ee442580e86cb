/// A form around a symbol, as a variant of it.
enum SymbolEnclosure: String {
    case circle, square, rectangle

    /// The line's middle, in the square of outlines. Forms are as large as the circle and the squares of the table.
    private var frame: Rect {
        switch self {
        case .circle: Rect(x: 120, y: 120, width: 720, height: 720)
        case .square: Rect(x: 150, y: 150, width: 660, height: 660)
        case .rectangle: Rect(x: 70, y: 185, width: 820, height: 590)
        }
    }

    private var cornerRadius: Double { self == .circle ? 360 : 100 }

    /// The lines of the symbol within, as a part of the form's own.
    var signLine: Double { 0.9 }

    /// - Parameter line: the width of its line, in units of the outlines' square.
    func outline(isFilled: Bool, line: Double) -> Outline {
        var outline = form(frame.inset(by: -line / 2), cornerRadius + line / 2)
        if !isFilled { outline.append(form(frame.inset(by: line / 2), cornerRadius - line / 2).reversed) }
        return outline
    }

    /// Where a symbol with these bounds stands in the form.
    func placement(of bounds: Rect) -> Transform {
        let room = min(frame.size.width, frame.size.height) * (self == .circle ? 0.58 : 0.62)
        let (width, height) = (bounds.size.width, bounds.size.height)
        // In a circle the corners count too. A small sign, such as a dot, isn't enlarged.
        let reach = self == .circle ? max(width, height, (width * width + height * height).squareRoot() * 0.8) : max(width, height)
        let factor = min(Self.largest, room / max(reach, 1))
        return Transform.translation(x: -bounds.midX, y: -bounds.midY).then(.scale(x: factor, y: factor)).then(.translation(x: frame.midX, y: frame.midY))
    }

    private static let largest = 0.7

    private func form(_ rect: Rect, _ radius: Double) -> Outline { .roundedRectangle(rect, radii: CornerRadii(radius)) }
}

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
