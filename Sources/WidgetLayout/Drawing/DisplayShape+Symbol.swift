extension DisplayShape {
    /// A symbol in a room.
    /// - Parameter fills: one for each of its layers, or one for all.
    init(_ symbol: SymbolOutline, _ name: String, _ fills: [Fill], in room: Rect) {
        let paints = fills.map { $0.paint(in: room) }
        let outlines = paints.count > 1 ? symbol.placedLayers(in: room) : [symbol.placed(in: room)]
        self.init(outlines.first ?? Outline(), paint: paints.first ?? .color(.clear), symbol: name)
        layers = zip(outlines, paints).dropFirst().map { DisplayShape($0, paint: $1) }
    }
}
