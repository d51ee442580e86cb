import WidgetCore

extension DisplayShape {
    /// A shape of the archive in a frame; nil: nothing of it is seen.
    init?(_ shape: ViewShape, in frame: Rect, fill: Fill) {
        guard frame.size.width.isFinite, frame.size.height.isFinite else { return nil }
        self.init(Outline(shape, in: frame), paint: fill.paint(in: frame), stroke: shape.stroke, isEvenOdd: shape.isEvenOdd)
        form = ShapeForm(shape, in: frame)
        guard !outline.isEmpty || form != nil else { return nil }
    }
}

extension ViewShape.Form {
    /// The corners of a smaller shape have the same centres.
    func inset(by inset: Double) -> ViewShape.Form {
        switch self {
        case .roundedRectangle(let radius): .roundedRectangle(cornerRadius: max(0, radius - inset))
        case .unevenRoundedRectangle(let radii):
            .unevenRoundedRectangle(
                ViewCornerRadii(
                    topLeading: max(0, radii.topLeading - inset), topTrailing: max(0, radii.topTrailing - inset),
                    bottomLeading: max(0, radii.bottomLeading - inset), bottomTrailing: max(0, radii.bottomTrailing - inset)))
        default: self
        }
    }
}

extension Outline {
    /// A shape of the archive in a frame, without its line.
    init(_ shape: ViewShape, in frame: Rect) {
        let room = frame.inset(by: shape.inset)
        self.init(shape.form.inset(by: shape.inset), in: room)
        if let trim = shape.trim { self = trimmed(from: trim.from, to: trim.to) }
        if shape.rotation != 0 { self = mapped(Transform.rotation(shape.rotation).about(Point(x: room.midX, y: room.midY))) }
    }

    init(_ form: ViewShape.Form, in room: Rect) {
        let side = min(room.size.width, room.size.height)
        switch form {
        case .rectangle, .containerRelative: self = .rectangle(room)
        case .roundedRectangle(let radius): self = radius > 0 ? .continuousRectangle(room, radius: min(radius, side / 2)) : .rectangle(room)
        case .circle: self = .circle(in: room)
        case .capsule: self = .roundedRectangle(room, radii: CornerRadii(side / 2))
        case .ellipse: self = .ellipse(room)
        case .unevenRoundedRectangle(let radii):
            self = .roundedRectangle(
                room,
                radii: CornerRadii(
                    topLeft: radii.topLeading, topRight: radii.topTrailing, bottomLeft: radii.bottomLeading, bottomRight: radii.bottomTrailing))
        case .path(let path):
            var outline = Outline()
            func place(_ point: ViewPoint) -> Point {
                Point(x: room.minX + point.x * room.size.width / path.width, y: room.minY + point.y * room.size.height / path.height)
            }
            for element in path.elements {
                switch element {
                case .move(let point): outline.move(to: place(point))
                case .line(let point): outline.line(to: place(point))
                case .quadCurve(let point, let control): outline.quadCurve(to: place(point), control: place(control))
                case .curve(let point, let control1, let control2): outline.curve(to: place(point), control1: place(control1), control2: place(control2))
                case .close: outline.close()
                }
            }
            self = outline
        }
    }
}

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
