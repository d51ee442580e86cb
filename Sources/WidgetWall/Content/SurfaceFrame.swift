import WidgetLayout

/// A surface at a moment: lists over each other.
struct SurfaceFrame {
    enum ID: Hashable {
        case background, dimmedBackground, dots, dimming
        case widget(String)
        /// The dots beside a stack.
        case cards(String)
        /// The mark that takes a widget off the surface.
        case removal(String)
    }

    struct Layer {
        var id: ID
        var list: DisplayList
        /// In points of the surface.
        var origin: Point
        /// Two layers of the same version with the same id are equal; nil: they have to be compared.
        var version: Int?
        /// A change of this size is drawn as if it were larger or smaller about its middle.
        var scale = 1.0
    }

    var size = Size.zero
    /// From behind to the front.
    var layers: [Layer] = []

    /// The parts that look different from another frame's.
    /// - Parameter scale: pixels per point.
    func damage(since old: SurfaceFrame, scale: Double) -> PixelRegion {
        var region = PixelRegion()
        guard size == old.size else {
            region.add(PixelRect(Rect(origin: .zero, size: size), scale: scale))
            return region
        }
        // Almost always the same layers lie over each other.
        if layers.count == old.layers.count, zip(layers, old.layers).allSatisfy({ $0.id == $1.id }) {
            for (layer, before) in zip(layers, old.layers) { layer.addDamage(since: before, to: &region, scale: scale) }
            return region
        }
        let past = Dictionary(old.layers.map { ($0.id, $0) }) { first, _ in first }
        let ids = Set(layers.map { $0.id })
        // A layer that lies before or behind others than it did is drawn anew.
        let isSameOrder = layers.map { $0.id }.filter { past[$0] != nil } == old.layers.map { $0.id }.filter(ids.contains)
        for layer in layers {
            if let before = past[layer.id], isSameOrder {
                layer.addDamage(since: before, to: &region, scale: scale)
            } else {
                region.add(PixelRect(layer.frame.union(past[layer.id]?.frame ?? .zero), scale: scale))
            }
        }
        for layer in old.layers where !ids.contains(layer.id) { region.add(PixelRect(layer.frame, scale: scale)) }
        return region
    }
}

extension SurfaceFrame.Layer {
    fileprivate func addDamage(since before: SurfaceFrame.Layer, to region: inout PixelRegion, scale pixels: Double) {
        if origin != before.origin || scale != before.scale { return region.add(PixelRect(frame.union(before.frame), scale: pixels)) }
        if version != nil, version == before.version { return }
        let damage = list.damage(since: before.list)
        if !damage.isEmpty { region.add(PixelRect(Rect(origin: origin + damage.origin, size: damage.size), scale: pixels)) }
    }

    /// In points of the surface.
    var frame: Rect {
        let (width, height) = (list.size.width * scale, list.size.height * scale)
        return Rect(x: origin.x - (width - list.size.width) / 2, y: origin.y - (height - list.size.height) / 2, width: width, height: height)
    }
}
