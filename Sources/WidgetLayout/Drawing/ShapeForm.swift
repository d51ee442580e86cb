import WidgetCore

/// The few numbers that an outline is made of, where its points alone say too little: a ring that fills goes along its circle, and a trimmed line along itself.
public struct ShapeForm: Sendable, Hashable {
    private indirect enum Source: Sendable, Hashable {
        case view(ViewShape, Rect)
        case ring(GaugeRing, Rect, piece: Int)
        case bar(GaugeBar, Rect, piece: Int, isMirrored: Bool)
    }

    private var source: Source

    /// Nil: the points of the shape's outline say as much.
    init?(_ shape: ViewShape, in frame: Rect) {
        switch shape.form {
        case .roundedRectangle, .unevenRoundedRectangle, .capsule: break
        default: if shape.trim == nil { return nil }
        }
        // Its colours are no part of it.
        source = .view(ViewShape(shape.form, trim: shape.trim, inset: shape.inset, rotation: shape.rotation), frame)
    }

    init(_ ring: GaugeRing, in room: Rect, piece: Int) {
        var ring = ring
        (ring.fill, ring.track) = (.color(.clear), .color(.clear))
        source = .ring(ring, room, piece: piece)
    }

    init(_ bar: GaugeBar, in room: Rect, piece: Int, isMirrored: Bool) {
        var bar = bar
        (bar.fill, bar.track) = (.color(.clear), .color(.clear))
        source = .bar(bar, room, piece: piece, isMirrored: isMirrored)
    }

    /// Empty where nothing of it is seen.
    public var outline: Outline {
        switch source {
        case .view(let shape, let frame): return Outline(shape, in: frame)
        case .ring(let ring, let room, let piece):
            let pieces = ring.pieces(in: room)
            return pieces.indices.contains(piece) ? pieces[piece].outline : Outline()
        case .bar(let bar, let room, let piece, let isMirrored):
            let pieces = isMirrored ? bar.mirroredPieces(in: room) : bar.pieces(in: room)
            return pieces.indices.contains(piece) ? pieces[piece].outline : Outline()
        }
    }

    /// Changes each number: lengths in points, and fractions.
    public mutating func forEachNumber(_ body: (inout Double) -> Void) {
        switch source {
        case .view(var shape, var frame):
            shape.forEachNumber(body)
            frame.forEachNumber(body)
            source = .view(shape, frame)
        case .ring(var ring, var room, let piece):
            body(&ring.fraction)
            // A spring may go beyond the bounds.
            ring.fraction = min(1, max(0, ring.fraction))
            room.forEachNumber(body)
            source = .ring(ring, room, piece: piece)
        case .bar(var bar, var room, let piece, let isMirrored):
            var fraction = bar.fraction ?? 0
            body(&fraction)
            if bar.fraction != nil { bar.fraction = min(1, max(0, fraction)) }
            room.forEachNumber(body)
            source = .bar(bar, room, piece: piece, isMirrored: isMirrored)
        }
    }
}

extension ViewShape {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        body(&inset)
        body(&rotation)
        if var trim {
            body(&trim.from)
            body(&trim.to)
            self.trim = trim
        }
        switch form {
        case .roundedRectangle(var radius):
            body(&radius)
            form = .roundedRectangle(cornerRadius: max(0, radius))
        case .unevenRoundedRectangle(var radii):
            for corner in [\ViewCornerRadii.topLeading, \.topTrailing, \.bottomLeading, \.bottomTrailing] {
                body(&radii[keyPath: corner])
                radii[keyPath: corner] = max(0, radii[keyPath: corner])
            }
            form = .unevenRoundedRectangle(radii)
        default: break
        }
    }
}

extension Rect {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        body(&origin.x)
        body(&origin.y)
        body(&size.width)
        body(&size.height)
        size = Size(width: max(0, size.width), height: max(0, size.height))
    }
}
