import CPangoCairo
import WidgetCore
import WidgetLayout

/// One drawing of one list on one context: its nodes, and the effects around them.
struct ListDrawing {
    private let cairo: OpaquePointer
    private let list: DisplayList
    /// Pixels per point.
    private let scale: Double
    private let renderer: CairoRenderer
    private let budget: LayerBudget
    private let space: LayerSpace
    /// Nodes outside of the clip are left out. Layers that are kept for later have all of theirs.
    private let isPartial: Bool

    /// - Parameter room: the surface that all is drawn for, in pixels of the one that is drawn on.
    init(
        _ cairo: OpaquePointer, _ list: DisplayList, scale: Double, _ renderer: CairoRenderer, _ budget: LayerBudget, room: Rect, isPartial: Bool
    ) {
        (self.cairo, self.list, self.scale, self.renderer, self.budget, self.isPartial) = (cairo, list, scale, renderer, budget, isPartial)
        space = LayerSpace(cairo: cairo, room: room)
    }

    private var room: Rect { space.room }
    private var brush: ContentBrush { ContentBrush(cairo: cairo, scale: scale, renderer: renderer) }

    func drawAll() { for node in list.children(of: nil) { draw(node) } }

    private func draw(_ index: Int) {
        let node = list.nodes[index]
        if let effect = node.effect { return draw(index, within: effect) }
        if let content = node.content, !isPartial || space.isInClip(list.contentExtent(of: index)) { brush.draw(content, in: node.frame) }
        drawChildren(of: index)
    }

    private func drawChildren(of index: Int, upTo end: Int = .max) { for child in list.children(of: index) where child < end { draw(child) } }

    // MARK: Effects

    private func draw(_ index: Int, within effect: DisplayEffect) {
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        switch effect {
        case .opacity(let opacity):
            if opacity <= 0 { return }
            if opacity >= 1 { return drawChildren(of: index) }
            cairo_push_group(cairo)
            drawChildren(of: index)
            cairo_pop_group_to_source(cairo)
            cairo_paint_with_alpha(cairo, opacity)
        case .transform, .rotation, .scale, .spatialRotation, .projection:
            guard let mapping = effect.mapping else { return }
            guard let affine = mapping.affine else { return drawProjected(index, mapping) }
            drawChildren(of: index, through: affine)
        case .clip(let shape):
            shape.outline.setPath(of: cairo)
            cairo_set_fill_rule(cairo, shape.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_clip(cairo)
            drawChildren(of: index)
        case .group:
            cairo_push_group(cairo)
            drawChildren(of: index)
            cairo_pop_group_to_source(cairo)
            cairo_paint(cairo)
        case .blend(let mode):
            guard let cairoOperator = mode.cairoOperator else { return darken(index) }
            cairo_push_group(cairo)
            drawChildren(of: index)
            cairo_pop_group_to_source(cairo)
            cairo_set_operator(cairo, cairoOperator)
            cairo_paint(cairo)
        case .mask:
            let children = Array(list.children(of: index))
            guard let mask = children.last, children.count > 1 else { return drawChildren(of: index) }
            cairo_push_group(cairo)
            drawChildren(of: index, upTo: mask)
            let content = cairo_pop_group(cairo)
            cairo_push_group(cairo)
            draw(mask)
            let shown = cairo_pop_group(cairo)
            cairo_set_source(cairo, content)
            cairo_mask(cairo, shown)
            cairo_pattern_destroy(content)
            cairo_pattern_destroy(shown)
        case .material(let shape):
            drawBehind(shape)
            drawChildren(of: index)
        case .blur(let radius):
            let radius = space.pixels(radius)
            let place = space.place(over: list.bounds(within: index), margin: radius * 2, seen: radius * 2, deviation: radius / 2)
            let layers = layersOrNodes(of: index, at: place) { layer in
                layer.change { $0.blur(deviation: layer.place.deviation) }
                return [layer]
            }
            paint(layers)
        case .color(let matrix):
            let layers = layersOrNodes(of: index, at: space.place(over: list.bounds(within: index))) { layer in
                layer.change { $0.apply(matrix.numbers) }
                return [layer]
            }
            paint(layers)
        case .shadow(let color, let radius, let offset):
            let (bounds, radius) = (list.bounds(within: index), space.pixels(radius))
            let seen = radius * 2 + max(offset.x.magnitude, offset.y.magnitude) * space.pixelsPerPoint
            let below = space.place(over: bounds, margin: radius * 2, seen: seen, deviation: radius / 2)
            // The views are drawn once, for themselves and for their shadow: otherwise shadows within shadows would double the work each.
            let layers = layersOrNodes(of: index, at: space.place(over: bounds, seen: seen), and: below) { layer in
                guard let below else { return [layer] }
                let shadow = layer.copy(at: below)
                shadow.change {
                    $0.fill(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
                    $0.blur(deviation: below.deviation)
                }
                return [shadow, layer]
            }
            if layers.count > 1 { paint(layers[0], movedBy: offset) }
            paint(layers.suffix(1))
        }
    }

    /// The layers of an effect: those of the last drawing, if nothing in them has changed. Where the budget has no room for them, the nodes are drawn
    /// without the effect.
    /// - Parameters:
    ///   - other: of a second layer.
    ///   - make: from the nodes as they are.
    private func layersOrNodes(of index: Int, at place: LayerPlace?, and other: LayerPlace? = nil, _ make: (Layer) -> [Layer]) -> [Layer] {
        guard let place else { return [] }
        let key = LayerKey(list, index, space.matrix, [place, other].compactMap(\.self), drawsTextAsPaths: renderer.drawsTextAsPaths)
        if let key, let kept = renderer.layers.layers(of: key), budget.take(kept.cost) { return kept.layers }
        let left = budget.pixels
        guard budget.take(place.pixels + (other?.pixels ?? 0)), let layer = drawn(index, on: Layer(place)) else {
            drawChildren(of: index)
            return []
        }
        let layers = make(layer)
        // A drawing within a spent budget may lack effects.
        if let key, !budget.isSpent { renderer.layers.keep(layers, cost: left - budget.pixels, for: key) }
        return layers
    }

    /// Draws the nodes within one, mapped.
    private func drawChildren(of index: Int, through transform: Transform) {
        var matrix = cairo_matrix_t(xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
        // Without an inverse, nothing is to be seen.
        guard (transform.a * transform.d - transform.b * transform.c).magnitude > 1e-9 else { return }
        cairo_transform(cairo, &matrix)
        drawChildren(of: index)
    }

    /// Draws the nodes within one with a vanishing point: they are drawn on a layer, from which each pixel is taken. Where the budget has no room, they are
    /// drawn without.
    private func drawProjected(_ index: Int, _ projection: Projection) {
        let bounds = list.bounds(within: index)
        let toPixels = projection.then(Projection(space.toPixels))
        guard let place = space.place(overPixels: toPixels.bounds(of: bounds).inset(by: -1)) else { return }
        let key = LayerKey(list, index, space.matrix, [place], drawsTextAsPaths: renderer.drawsTextAsPaths)
        if let key, let kept = renderer.layers.layers(of: key), budget.take(kept.cost) { return paint(kept.layers) }
        let left = budget.pixels
        guard let flat = ProjectedLayer(of: bounds, toPixels, in: place), budget.take(flat.pixels + place.pixels), let target = flat.surface.context() else {
            if let affine = projection.flattened(in: bounds) { drawChildren(of: index, through: affine) }
            return
        }
        cairo_scale(target, flat.scale, flat.scale)
        cairo_translate(target, -flat.part.minX, -flat.part.minY)
        let inner = Rect(x: 0, y: 0, width: Double(flat.surface.width), height: Double(flat.surface.height))
        ListDrawing(target, list, scale: flat.scale, renderer, budget, room: inner, isPartial: false).drawChildren(of: index)
        cairo_destroy(target)
        let layer = Layer(place)
        flat.draw(on: layer)
        paint(layer)
        if let key, !budget.isSpent { renderer.layers.keep([layer], cost: left - budget.pixels, for: key) }
    }

    /// Draws the nodes within one by the blend mode plusDarker, which Cairo lacks.
    private func darken(_ index: Int) {
        guard let place = space.place(over: list.bounds(within: index)) else { return }
        guard budget.take(2 * place.pixels), let upper = drawn(index, on: Layer(place)), let below = copyOfBelow(at: place) else {
            return drawChildren(of: index)
        }
        below.change { result in upper.surface.withPixels { result.plusDarker($0) } }
        cairo_identity_matrix(cairo)
        below.surface.setSource(of: cairo, x: place.left, y: place.top)
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
        cairo_rectangle(cairo, place.left, place.top, Double(place.width), Double(place.height))
        cairo_fill(cairo)
    }

    /// All that has been drawn so far in a place; nil: there is no memory.
    private func copyOfBelow(at place: LayerPlace) -> Layer? {
        let layer = Layer(place)
        guard let target = layer.surface.context() else { return nil }
        let below = cairo_get_group_target(cairo)
        cairo_surface_flush(below)
        cairo_scale(target, 1 / place.reduction, 1 / place.reduction)
        cairo_set_source_surface(target, below, -place.left, -place.top)
        cairo_paint(target)
        cairo_destroy(target)
        return layer
    }

    /// Draws what lies below a shape once more, blurred.
    private func drawBehind(_ shape: DisplayShape) {
        let radius = space.pixels(DisplayEffect.materialBlur)
        guard let place = space.place(over: shape.outline.bounds, margin: radius * 2, seen: radius * 2, deviation: radius / 2), budget.take(place.pixels),
            let layer = copyOfBelow(at: place)
        else { return }
        layer.change {
            $0.blur(deviation: place.deviation)
            $0.apply(ColorMatrix.saturation(DisplayEffect.materialSaturation).numbers)
        }
        cairo_save(cairo)
        shape.outline.setPath(of: cairo)
        cairo_clip(cairo)
        paint(layer)
        cairo_restore(cairo)
    }

    /// Draws the nodes within one on a layer of their own.
    private func drawn(_ index: Int, on layer: Layer) -> Layer? {
        guard let target = layer.surface.context() else { return nil }
        let (place, reduction) = (layer.place, layer.place.reduction)
        var matrix = space.matrix
        cairo_scale(target, 1 / reduction, 1 / reduction)
        cairo_translate(target, -place.left, -place.top)
        cairo_transform(target, &matrix)
        let inner = Rect(
            x: (room.minX - place.left) / reduction, y: (room.minY - place.top) / reduction, width: room.size.width / reduction,
            height: room.size.height / reduction)
        ListDrawing(target, list, scale: scale / reduction, renderer, budget, room: inner, isPartial: false).drawChildren(of: index)
        cairo_destroy(target)
        return layer
    }

    private func paint(_ layers: [Layer]) { for layer in layers { paint(layer) } }

    /// - Parameter offset: in points.
    private func paint(_ layer: Layer, movedBy offset: Point = .zero) {
        cairo_save(cairo)
        var (x, y) = (offset.x, offset.y)
        cairo_user_to_device_distance(cairo, &x, &y)
        cairo_identity_matrix(cairo)
        cairo_translate(cairo, layer.place.left + x, layer.place.top + y)
        cairo_scale(cairo, layer.place.reduction, layer.place.reduction)
        layer.surface.setSource(of: cairo)
        if layer.place.reduction > 1 { cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR) }
        cairo_paint(cairo)
        cairo_restore(cairo)
    }
}
