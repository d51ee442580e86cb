import CPangoCairo
import WidgetLayout

/// A layer that lies flat, and is seen with a vanishing point.
struct ProjectedLayer {
    let surface: Surface
    /// The part that the layer shows, in points.
    let part: Rect
    /// The layer's own pixels per point.
    let scale: Double
    /// From pixels of what is drawn on to points of the layer.
    private let back: Projection

    /// Pixels on a side of a layer: two screens of 4K.
    private static let longestSide = 7_680.0
    /// How many pixels of the layer, at most, are drawn for one that is seen: letters that come near stay sharp.
    private static let greatestMagnification = 4.0

    /// - Parameters:
    ///   - bounds: what may be drawn on it, in points.
    ///   - toPixels: from points to pixels of what is drawn on.
    ///   - place: the part of that which is seen.
    /// - Returns: nil: nothing is to be seen.
    init?(of bounds: Rect, _ toPixels: Projection, in place: LayerPlace) {
        guard let back = toPixels.inverse else { return nil }
        let seen = Rect(x: place.left, y: place.top, width: Double(place.width), height: Double(place.height))
        // A part that lies far away, or behind the eye, isn't drawn.
        part = back.bounds(of: seen).intersection(bounds)
        guard !part.isEmpty else { return nil }
        let corners = [part.origin, Point(x: part.maxX, y: part.minY), Point(x: part.minX, y: part.maxY), Point(x: part.maxX, y: part.maxY)]
        let flat = toPixels.flattened(in: part)?.magnification ?? 1
        let greatest = corners.compactMap { toPixels.tangent(at: $0)?.magnification }.max() ?? flat
        let side = max(part.size.width, part.size.height)
        scale = min(greatest, flat * Self.greatestMagnification, Self.longestSide / side)
        guard scale.isFinite, scale > 1e-6 else { return nil }
        surface = Surface(width: Int((part.size.width * scale).rounded(.up)), height: Int((part.size.height * scale).rounded(.up)))
        self.back = back
    }

    var pixels: Int { surface.width * surface.height }

    /// Draws what is seen of it on another layer, at its place. A pixel is the mean of four places in it.
    func draw(on layer: Layer) {
        surface.withPixels { source in
            layer.change { target in
                for row in 0..<target.height {
                    let line = target.pixels + row * target.stride
                    for column in 0..<target.width { line[column] = pixel(layer.place.left + Double(column), layer.place.top + Double(row), of: source) }
                }
            }
        }
    }

    @inline(__always)
    private func pixel(_ x: Double, _ y: Double, of source: PixelBuffer) -> UInt32 {
        var (a, r, g, b) = (0.0, 0.0, 0.0, 0.0)
        let n = back.numerator
        for step in 0..<4 {
            let (px, py) = (x + 0.25 + Double(step & 1) * 0.5, y + 0.25 + Double(step >> 1) * 0.5)
            // The inverse of how far the point is from the eye.
            let nearness = back.p * px + back.q * py + back.r
            guard nearness > 0, nearness * Projection.nearest <= 1 else { continue }
            let across = ((n.a * px + n.c * py + n.tx) / nearness - part.minX) * scale - 0.5
            let down = ((n.b * px + n.d * py + n.ty) / nearness - part.minY) * scale - 0.5
            guard across > -1, down > -1, across < Double(source.width), down < Double(source.height) else { continue }
            let (column, row) = (Int(across.rounded(.down)), Int(down.rounded(.down)))
            let (u, v) = (across - Double(column), down - Double(row))
            @inline(__always) func add(_ i: Int, _ j: Int, _ share: Double) {
                guard i >= 0, j >= 0, i < source.width, j < source.height else { return }
                let value = source.pixels[j * source.stride + i]
                if value == 0 { return }
                a += Double(value >> 24) * share
                r += Double(value >> 16 & 0xFF) * share
                g += Double(value >> 8 & 0xFF) * share
                b += Double(value & 0xFF) * share
            }
            add(column, row, (1 - u) * (1 - v))
            add(column + 1, row, u * (1 - v))
            add(column, row + 1, (1 - u) * v)
            add(column + 1, row + 1, u * v)
        }
        if a == 0 { return 0 }
        @inline(__always) func byte(_ sum: Double) -> UInt32 { UInt32(min(255, (sum / 4).rounded())) }
        return byte(a) << 24 | byte(r) << 16 | byte(g) << 8 | byte(b)
    }
}

extension Transform {
    /// How much longer it makes lengths, at most.
    fileprivate var magnification: Double {
        // The larger singular value.
        let (e, f) = ((a * a + b * b + c * c + d * d) / 2, (a * d - b * c).magnitude)
        return (e + max(0, e * e - f * f).squareRoot()).squareRoot()
    }
}
