import CPangoCairo
import WidgetLayout

/// Where a layer lies on the surface that it is painted on, in pixels.
struct LayerPlace: Hashable {
    let left: Double
    let top: Double
    let width: Int
    let height: Int
    /// Pixels per point.
    let scale: Double
}

/// A picture of some nodes, in the surface's pixels.
struct Layer {
    let place: LayerPlace
    let surface: Surface

    init(_ place: LayerPlace) {
        self.place = place
        surface = Surface(width: place.width, height: place.height)
    }

    func change(_ pixels: (PixelBuffer) -> Void) { surface.withPixels(pixels) }

    func copy() -> Layer {
        let copy = Layer(place)
        if let cairo = copy.surface.context() {
            surface.setSource(of: cairo)
            cairo_paint(cairo)
            cairo_destroy(cairo)
        }
        return copy
    }
}

/// All that the layers of an effect depend on.
struct LayerKey: Hashable {
    /// The effect's node, and the nodes within it. Their ends count from the first of them.
    fileprivate private(set) var nodes: [DisplayNode]
    private let matrix: [Double]
    private let place: LayerPlace
    private let drawsTextAsPaths: Bool

    /// Nil: a picture is among the nodes, which may come later; or there are more than ``mostNodes``.
    init?(_ list: DisplayList, _ index: Int, _ matrix: cairo_matrix_t, _ place: LayerPlace, drawsTextAsPaths: Bool) {
        guard list.nodes[index].end - index <= Self.mostNodes else { return nil }
        nodes = Array(list.nodes[index..<list.nodes[index].end])
        for position in nodes.indices {
            if case .picture = nodes[position].content { return nil }
            nodes[position].end -= index
            (nodes[position].action, nodes[position].accessibility) = (nil, nil)
        }
        self.matrix = [matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0]
        (self.place, self.drawsTextAsPaths) = (place, drawsTextAsPaths)
    }

    /// Nodes that are compared for one layer.
    private static let mostNodes = 256
}

/// Layers of effects: blurs and shadows cost more than all else, and most of them stay while something moves elsewhere. Where there is no more room, all go.
final class LayerCache {
    private var kept: [LayerKey: [Layer]] = [:]
    private var pixels = 0

    /// Pixels of all layers: 16 MiB, as many as a screen of 2,560 by 1,440 has.
    private static let mostPixels = 4_000_000

    func layers(of key: LayerKey) -> [Layer]? { kept[key] }

    func keep(_ layers: [Layer], for key: LayerKey) {
        // A node counts as much as it may hold: an outline of some dozen points.
        let own = layers.reduce(1_024 * key.nodes.count) { $0 + $1.surface.width * $1.surface.height }
        guard own <= Self.mostPixels / 4 else { return }
        if pixels + own > Self.mostPixels { (kept, pixels) = ([:], 0) }
        kept[key] = layers
        pixels += own
    }
}
