import CPangoCairo
import WidgetLayout

/// A picture of some nodes.
struct Layer {
    let place: LayerPlace
    let surface: Surface

    init(_ place: LayerPlace) {
        self.place = place
        surface = Surface(width: place.width, height: place.height)
    }

    func change(_ pixels: (PixelBuffer) -> Void) { surface.withPixels(pixels) }

    /// The same picture as another layer has it.
    func copy(at place: LayerPlace) -> Layer {
        let copy = Layer(place)
        if let cairo = copy.surface.context() {
            cairo_scale(cairo, 1 / place.reduction, 1 / place.reduction)
            surface.setSource(of: cairo, x: self.place.left - place.left, y: self.place.top - place.top)
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
    private let places: [LayerPlace]
    private let drawsTextAsPaths: Bool

    /// Nil: a picture is among the nodes, which may come later; or there are more than ``mostNodes``.
    init?(_ list: DisplayList, _ index: Int, _ matrix: cairo_matrix_t, _ places: [LayerPlace], drawsTextAsPaths: Bool) {
        guard list.nodes[index].end - index <= Self.mostNodes else { return nil }
        nodes = Array(list.nodes[index..<list.nodes[index].end])
        for position in nodes.indices {
            if case .picture = nodes[position].content { return nil }
            nodes[position].end -= index
            (nodes[position].action, nodes[position].accessibility) = (nil, nil)
        }
        self.matrix = [matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0]
        (self.places, self.drawsTextAsPaths) = (places, drawsTextAsPaths)
    }

    /// Nodes that are compared for one layer.
    private static let mostNodes = 256
}

/// Layers of effects: blurs and shadows cost more than all else, and most of them stay while something moves elsewhere. Where there is no more room, all go.
///
/// A layer is kept when it is drawn for the second time. Those of an animation never come again.
final class LayerCache {
    private var kept: [LayerKey: (layers: [Layer], cost: Int)] = [:]
    /// The hashes of layers that were drawn once.
    private var seen: Set<Int> = []
    private(set) var pixels = 0

    /// Pixels of all layers: 16 MiB, as many as a screen of 2,560 by 1,440 has.
    private static let mostPixels = 4_000_000
    private static let mostSeen = 4_096

    /// - Returns: the layers, and the pixels that they and those within them took of a drawing's ``LayerBudget``.
    func layers(of key: LayerKey) -> (layers: [Layer], cost: Int)? { kept[key] }

    func keep(_ layers: [Layer], cost: Int, for key: LayerKey) {
        if seen.count >= Self.mostSeen { seen = [] }
        guard !seen.insert(key.hashValue).inserted else { return }
        // A node counts as much as it may hold: an outline of some dozen points.
        let own = layers.reduce(1_024 * key.nodes.count) { $0 + $1.surface.width * $1.surface.height }
        guard own <= Self.mostPixels / 4 else { return }
        if pixels + own > Self.mostPixels { (kept, pixels) = ([:], 0) }
        kept[key] = (layers, cost)
        pixels += own
    }
}
