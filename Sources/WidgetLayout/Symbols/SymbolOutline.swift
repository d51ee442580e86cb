import Synchronization
import WidgetCore

/// A symbol by its name among SF Symbols, drawn as Material Symbols has it.
public struct SymbolOutline: Sendable, Hashable {
    /// The lowest first, in a square of ``side`` units.
    let layers: [SymbolLayer]
    /// In sizes of the font.
    let width: Double
    /// Between its left and its right edge.
    private let middle: Double

    /// The side of the square in which outlines lie.
    static let side = 960.0

    private init(_ layers: [SymbolLayer]) {
        self.layers = layers
        let bounds = layers.bounds
        middle = bounds.midX
        width = SymbolBox.width(ofOutline: bounds.size.width / Self.side * SymbolBox.drawnSide)
    }

    /// The symbol in one colour.
    var outline: Outline { layers.oneColor }

    /// The symbol as it is read from the right.
    var mirrored: SymbolOutline { SymbolOutline(layers.mapped(Transform(a: -1, b: 0, c: 0, d: 1, tx: Self.side, ty: 0))) }

    /// The symbol in one colour, in a room, as large as fits, with its middle in that of the room.
    func placed(in room: Rect) -> Outline { outline.mapped(placement(in: room)) }

    /// The layers in a room, as ``placed(in:)`` has it.
    func placedLayers(in room: Rect) -> [Outline] { layers.map { [placement = placement(in: room)] in $0.outline.mapped(placement) } }

    private func placement(in room: Rect) -> Transform {
        let size = min(room.size.width / width, room.size.height / SymbolBox.height)
        let factor = size * SymbolBox.drawnSide / Self.side
        return Transform.translation(x: -middle, y: -Self.side / 2).then(.scale(x: factor, y: factor)).then(.translation(x: room.midX, y: room.midY))
    }

    /// Whether there is an outline of that name, or of the name without its variants.
    public static func knows(_ name: String) -> Bool { SymbolForm.found(SymbolForm.name(name, [])) != nil }

    /// - Returns: the symbol; for a name that nobody knows a box.
    static func named(_ name: String, variants: ViewSymbolVariants = [], weight: ViewFont.Weight = .regular) -> SymbolOutline {
        let request = Request(name: name, variants: variants, weight: weight)
        if let known = known.withLock({ $0[request] }) { return known }
        let isFilled = variants.contains(.fill) || name.hasSuffix(".fill")
        let form = SymbolForm.found(SymbolForm.name(name, variants))
        let symbol = form.map { SymbolOutline($0.layers(isFilled: isFilled, SymbolWeight(weight))) } ?? unknown
        known.withLock {
            // Names come from providers.
            if $0.count >= keptSymbols { $0.removeAll() }
            $0[request] = symbol
        }
        return symbol
    }

    private struct Request: Hashable {
        let name: String
        let variants: ViewSymbolVariants
        let weight: ViewFont.Weight
    }

    /// The symbols that were asked for.
    private static let known = Mutex<[Request: SymbolOutline]>([:])
    /// As many as some hundred widgets show.
    private static let keptSymbols = 1_024

    /// A box.
    static let unknown: SymbolOutline = {
        var box = Outline.roundedRectangle(Rect(x: 120, y: 120, width: 720, height: 720), radii: CornerRadii(120))
        box.append(Outline.roundedRectangle(Rect(x: 190, y: 190, width: 580, height: 580), radii: CornerRadii(60)).reversed)
        return SymbolOutline([SymbolLayer(box)])
    }()
}
