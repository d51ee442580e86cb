import WidgetLayout

/// Where a layer lies on the surface that it is painted on, in pixels of that.
struct LayerPlace: Hashable {
    let left: Double
    let top: Double
    /// The layer's own pixels.
    let width: Int
    let height: Int
    /// How many of the surface's pixels one of the layer's own is wide: a power of two. A wide blur shows no details, and has fewer pixels.
    let reduction: Double
    /// The deviation of the layer's blur, in its own pixels.
    let deviation: Double

    /// - Parameter deviation: of the layer's blur, in the surface's pixels.
    /// - Returns: nil: the part has no pixel.
    init?(_ part: Rect, deviation: Double) {
        var reduction = 1.0
        while deviation >= 2 * Self.leastDeviation * reduction { reduction *= 2 }
        (left, top) = ((part.minX / reduction).rounded(.down) * reduction, (part.minY / reduction).rounded(.down) * reduction)
        let (width, height) = (((part.maxX - left) / reduction).rounded(.up), ((part.maxY - top) / reduction).rounded(.up))
        guard width >= 1, height >= 1, width < 1e6, height < 1e6 else { return nil }
        (self.width, self.height, self.reduction, self.deviation) = (Int(width), Int(height), reduction, deviation / reduction)
    }

    /// Pixels of a reduced layer: between pixels that lie closer together than this, a Gaussian is nearly straight.
    private static let leastDeviation = 8.0

    var pixels: Int { width * height }
}

/// The pixels that the layers of one drawing may have. Effects beyond are left out, so that no view takes seconds or all memory.
final class LayerBudget {
    private(set) var pixels: Int
    /// An effect was left out.
    private(set) var isSpent = false

    /// - Parameter surface: the pixels of the surface that is drawn on.
    init(surface: Int) { pixels = max(Self.least, 8 * surface) }

    /// Some twenty layers of a medium widget on a screen with two pixels a point, each with a margin.
    private static let least = 4_000_000

    /// - Returns: whether there are that many.
    func take(_ pixels: Int) -> Bool {
        guard pixels <= self.pixels else {
            isSpent = true
            return false
        }
        self.pixels -= pixels
        return true
    }
}
