import CPangoCairo
import WidgetCore
public import WidgetLayout

/// Draws display lists with Cairo.
public final class CairoRenderer {
    private let text: PangoText
    private let pictures: any PictureSource
    private var decoded: [ContentDigest: OpaquePointer] = [:]
    private let layers = LayerCache()
    /// Whether letters are drawn as outlines: each at its exact place, and the same wherever the fonts are the same. Otherwise they come from Cairo's glyph
    /// cache, twenty times as fast, at whole pixels.
    public var drawsTextAsPaths = false

    /// Decoded pictures that are kept: those of a large board.
    private static let keptPictures = 64

    public init(text: PangoText, pictures: any PictureSource = NoPictures()) {
        self.text = text
        self.pictures = pictures
    }

    deinit { for surface in decoded.values { cairo_surface_destroy(surface) } }

    /// Draws a list with its top left corner at a point of a surface.
    /// - Parameters:
    ///   - scale: pixels per point.
    ///   - origin: in points.
    ///   - damage: the part that is drawn anew, in points of the list. Nil: the whole list is drawn over the surface's contents.
    ///   - clears: whether that part is cleared first.
    public func draw(
        _ list: DisplayList, on surface: Surface, scale: Double, at origin: Point = .zero, within damage: Rect? = nil, clears: Bool = true
    ) {
        guard let cairo = surface.context() else { return }
        defer { cairo_destroy(cairo) }
        cairo_scale(cairo, scale, scale)
        cairo_translate(cairo, origin.x, origin.y)
        if let damage {
            cairo_rectangle(cairo, damage.minX, damage.minY, damage.size.width, damage.size.height)
            cairo_clip(cairo)
            if clears {
                cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
                cairo_paint(cairo)
                cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
            }
        }
        let room = Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height))
        let budget = LayerBudget(surface: surface.width * surface.height)
        Drawing(cairo: cairo, list: list, scale: scale, renderer: self, budget: budget, room: room, isPartial: damage != nil).drawAll()
    }

    /// One drawing of one list.
    private struct Drawing {
        let cairo: OpaquePointer
        let list: DisplayList
        let scale: Double
        let renderer: CairoRenderer
        let budget: LayerBudget
        /// The surface that all is drawn for, in pixels of the one that is drawn on.
        let room: Rect
        /// Nodes outside of the clip are left out. Layers that are kept for later have all of theirs.
        let isPartial: Bool

        func drawAll() { for node in list.children(of: nil) { draw(node) } }

        private func draw(_ index: Int) {
            let node = list.nodes[index]
            if let effect = node.effect { return draw(index, within: effect) }
            if let content = node.content, !isPartial || isInClip(list.contentExtent(of: index)) { draw(content, in: node.frame) }
            drawChildren(of: index)
        }

        private func isInClip(_ extent: Rect) -> Bool {
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            cairo_clip_extents(cairo, &left, &top, &right, &bottom)
            return extent.maxX >= left && extent.minX <= right && extent.maxY >= top && extent.minY <= bottom
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
            case .transform, .rotation, .scale:
                guard let transform = effect.mapping else { return }
                var matrix = cairo_matrix_t(xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
                // Without an inverse, nothing is to be seen.
                guard (transform.a * transform.d - transform.b * transform.c).magnitude > 1e-9 else { return }
                cairo_transform(cairo, &matrix)
                drawChildren(of: index)
            case .clip(let shape):
                add(shape.outline)
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
                let radius = pixels(radius)
                let place = layerPlace(over: list.bounds(within: index), margin: radius * 2, seen: radius * 2, deviation: radius / 2)
                let layers = layersOrNodes(of: index, at: place) { layer in
                    layer.change { $0.blur(deviation: layer.place.deviation) }
                    return [layer]
                }
                paint(layers)
            case .color(let matrix):
                let layers = layersOrNodes(of: index, at: layerPlace(over: list.bounds(within: index))) { layer in
                    layer.change { $0.apply(matrix.numbers) }
                    return [layer]
                }
                paint(layers)
            case .shadow(let color, let radius, let offset):
                let (bounds, radius) = (list.bounds(within: index), pixels(radius))
                let seen = radius * 2 + max(offset.x.magnitude, offset.y.magnitude) * pixelsPerPoint
                let below = layerPlace(over: bounds, margin: radius * 2, seen: seen, deviation: radius / 2)
                // The views are drawn once, for themselves and for their shadow: otherwise shadows within shadows would double the work each.
                let layers = layersOrNodes(of: index, at: layerPlace(over: bounds, seen: seen), and: below) { layer in
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
            var matrix = cairo_matrix_t()
            cairo_get_matrix(cairo, &matrix)
            let key = LayerKey(list, index, matrix, [place, other].compactMap(\.self), drawsTextAsPaths: renderer.drawsTextAsPaths)
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

        /// Draws the nodes within one by the blend mode plusDarker, which Cairo lacks.
        private func darken(_ index: Int) {
            guard let place = layerPlace(over: list.bounds(within: index)) else { return }
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
            let radius = pixels(DisplayEffect.materialBlur)
            guard let place = layerPlace(over: shape.outline.bounds, margin: radius * 2, seen: radius * 2, deviation: radius / 2), budget.take(place.pixels),
                let layer = copyOfBelow(at: place)
            else { return }
            layer.change {
                $0.blur(deviation: place.deviation)
                $0.apply(ColorMatrix.saturation(DisplayEffect.materialSaturation).numbers)
            }
            cairo_save(cairo)
            add(shape.outline)
            cairo_clip(cairo)
            paint(layer)
            cairo_restore(cairo)
        }

        /// Draws the nodes within one on a layer of their own.
        private func drawn(_ index: Int, on layer: Layer) -> Layer? {
            guard let target = layer.surface.context() else { return nil }
            let (place, reduction) = (layer.place, layer.place.reduction)
            var matrix = cairo_matrix_t()
            cairo_get_matrix(cairo, &matrix)
            cairo_scale(target, 1 / reduction, 1 / reduction)
            cairo_translate(target, -place.left, -place.top)
            cairo_transform(target, &matrix)
            let inner = Rect(
                x: (room.minX - place.left) / reduction, y: (room.minY - place.top) / reduction, width: room.size.width / reduction,
                height: room.size.height / reduction)
            Drawing(cairo: target, list: list, scale: scale / reduction, renderer: renderer, budget: budget, room: inner, isPartial: false)
                .drawChildren(of: index)
            cairo_destroy(target)
            return layer
        }

        private var pixelsPerPoint: Double {
            var matrix = cairo_matrix_t()
            cairo_get_matrix(cairo, &matrix)
            return (matrix.xx * matrix.yy - matrix.yx * matrix.xy).magnitude.squareRoot()
        }

        /// The pixels of a blur's radius. A blur that is wider than the whole surface is long looks like one that is just as wide.
        ///
        /// SwiftUI's radius is twice the standard deviation of the Gaussian.
        private func pixels(_ radius: Double) -> Double { min(radius * pixelsPerPoint, diagonal) }

        /// The whole surface's, in pixels.
        private var diagonal: Double { (room.size.width * room.size.width + room.size.height * room.size.height).squareRoot() }

        /// The place of a layer: the part of some points that is seen.
        /// - Parameters:
        ///   - margin: how far the effect reaches beyond the points, in pixels.
        ///   - seen: from how far outside of the clip something reaches into it, in pixels.
        ///   - deviation: of the effect's blur, in pixels.
        /// - Returns: nil: nothing is to be seen.
        private func layerPlace(over points: Rect, margin: Double = 0, seen: Double = 0, deviation: Double = 0) -> LayerPlace? {
            var matrix = cairo_matrix_t()
            cairo_get_matrix(cairo, &matrix)
            let toPixels = Transform(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            cairo_identity_matrix(cairo)
            cairo_clip_extents(cairo, &left, &top, &right, &bottom)
            cairo_set_matrix(cairo, &matrix)
            let (bounds, farthest) = (toPixels.bounds(of: points), room.inset(by: -2 * diagonal))
            // Blurs within blurs don't reach ever farther.
            (left, top) = (max(left - seen, farthest.minX, bounds.minX - margin), max(top - seen, farthest.minY, bounds.minY - margin))
            (right, bottom) = (min(right + seen, farthest.maxX, bounds.maxX + margin), min(bottom + seen, farthest.maxY, bounds.maxY + margin))
            guard right > left, bottom > top else { return nil }
            return LayerPlace(Rect(x: left, y: top, width: right - left, height: bottom - top), deviation: deviation)
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

        /// Pixels of a picture with a tint: those of a screen of 8K.
        private static let largestLayer = 33_000_000.0

        // MARK: Contents

        private func draw(_ content: DisplayContent, in frame: Rect) {
            switch content {
            case .shape(let shape): draw(shape)
            case .text(let text): draw(text)
            case .picture(let picture): draw(picture, in: frame)
            }
        }

        private func draw(_ shape: DisplayShape) {
            defer { for layer in shape.layers { draw(layer) } }
            if shape.paint.isClear { return }
            cairo_save(cairo)
            defer { cairo_restore(cairo) }
            add(shape.outline)
            guard let stroke = shape.stroke else {
                cairo_set_fill_rule(cairo, shape.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
                fill(with: shape.paint) { cairo_fill(cairo) }
                return
            }
            guard stroke.width > 0 else { return cairo_new_path(cairo) }
            cairo_set_line_width(cairo, stroke.width)
            cairo_set_line_cap(cairo, stroke.cap == .round ? CAIRO_LINE_CAP_ROUND : stroke.cap == .square ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT)
            cairo_set_line_join(
                cairo, stroke.join == .round ? CAIRO_LINE_JOIN_ROUND : stroke.join == .bevel ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER)
            cairo_set_miter_limit(cairo, stroke.miterLimit)
            // A pattern without a length is an error to Cairo.
            if stroke.dash.contains(where: { $0 > 0 }) { cairo_set_dash(cairo, stroke.dash, Int32(stroke.dash.count), stroke.dashPhase) }
            fill(with: shape.paint) { cairo_stroke(cairo) }
        }

        private func draw(_ text: DisplayText) {
            for line in text.lines {
                for run in line.runs {
                    if let symbol = run.symbol {
                        draw(symbol)
                        continue
                    }
                    if run.paint.isClear { continue }
                    cairo_save(cairo)
                    cairo_new_path(cairo)
                    // Coloured glyphs are pictures, and have no outlines.
                    let isPath = (renderer.drawsTextAsPaths || !run.paint.isColor) && !run.hasEmoji
                    renderer.text.prepare(cairo)
                    if isPath {
                        renderer.text.add(run, baseline: line.baseline, to: cairo, asPath: true)
                        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
                        fill(with: run.paint) { cairo_fill(cairo) }
                    } else {
                        fill(with: run.paint) { renderer.text.add(run, baseline: line.baseline, to: cairo, asPath: false) }
                    }
                    for shape in run.lines(at: line.baseline) { draw(shape) }
                    cairo_restore(cairo)
                }
            }
        }

        private func draw(_ picture: DisplayPicture, in frame: Rect) {
            guard let surface = renderer.surface(of: picture.digest), !frame.isEmpty else { return placeholder(frame) }
            if let tint = picture.tint {
                drawPicture(picture, surface, in: frame) { $0.fill(red: tint.red, green: tint.green, blue: tint.blue, alpha: tint.alpha) }
            } else if let matrix = picture.matrix {
                drawPicture(picture, surface, in: frame) { $0.apply(matrix.numbers) }
            } else {
                paint(picture, surface, in: frame, on: cairo)
            }
        }

        /// Draws a picture on a layer of its own, and changes its pixels.
        private func drawPicture(_ picture: DisplayPicture, _ surface: OpaquePointer, in frame: Rect, _ change: (PixelBuffer) -> Void) {
            guard frame.size.width * frame.size.height * scale * scale <= Self.largestLayer else { return }
            let layer = Surface(width: Int((frame.size.width * scale).rounded(.up)), height: Int((frame.size.height * scale).rounded(.up)))
            guard let target = layer.context() else { return }
            cairo_scale(target, scale, scale)
            cairo_translate(target, -frame.minX, -frame.minY)
            paint(picture, surface, in: frame, on: target)
            cairo_destroy(target)
            layer.withPixels(change)
            cairo_save(cairo)
            cairo_translate(cairo, frame.minX, frame.minY)
            cairo_scale(cairo, 1 / scale, 1 / scale)
            layer.setSource(of: cairo)
            cairo_paint(cairo)
            cairo_restore(cairo)
        }

        private func paint(_ picture: DisplayPicture, _ surface: OpaquePointer, in frame: Rect, on target: OpaquePointer) {
            let (width, height) = (Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface)))
            guard width > 0, height > 0 else { return }
            let pieces = picture.pieces(in: frame, width: width, height: height)
            cairo_save(target)
            defer { cairo_restore(target) }
            cairo_rectangle(target, frame.minX, frame.minY, frame.size.width, frame.size.height)
            cairo_clip(target)
            for piece in pieces {
                cairo_save(target)
                if pieces.count > 1 {
                    // Each pixel belongs to one piece: two that cover half of it would let through what is behind.
                    cairo_set_antialias(target, CAIRO_ANTIALIAS_NONE)
                    let room = piece.target.reaching(beyond: frame)
                    cairo_rectangle(target, room.minX, room.minY, room.size.width, room.size.height)
                    cairo_clip(target)
                }
                cairo_translate(target, piece.target.minX, piece.target.minY)
                cairo_scale(target, piece.scale.x, piece.scale.y)
                let filter = picture.interpolation == .none ? CAIRO_FILTER_NEAREST : picture.interpolation == .high ? CAIRO_FILTER_BEST : CAIRO_FILTER_GOOD
                if piece.repeats {
                    setTile(piece.source, of: surface, filter, on: target)
                } else {
                    cairo_set_source_surface(target, surface, -piece.source.minX, -piece.source.minY)
                    cairo_pattern_set_extend(cairo_get_source(target), CAIRO_EXTEND_PAD)
                    cairo_pattern_set_filter(cairo_get_source(target), filter)
                }
                cairo_paint(target)
                cairo_restore(target)
            }
        }

        /// Makes a part of a picture the source, repeated. It is drawn first with the pixels of the target: otherwise an edge is mixed with the opposite one.
        private func setTile(_ part: Rect, of picture: OpaquePointer, _ filter: cairo_filter_t, on target: OpaquePointer) {
            var matrix = cairo_matrix_t()
            cairo_get_matrix(target, &matrix)
            func pixels(_ length: Double, _ x: Double, _ y: Double) -> Double {
                min(Self.largestTile, max(1, (length * (x * x + y * y).squareRoot()).rounded()))
            }
            let (width, height) = (pixels(part.size.width, matrix.xx, matrix.yx), pixels(part.size.height, matrix.xy, matrix.yy))
            let tile = Surface(width: Int(width), height: Int(height))
            guard let cairo = tile.context() else { return }
            cairo_scale(cairo, width / part.size.width, height / part.size.height)
            cairo_set_source_surface(cairo, picture, -part.minX, -part.minY)
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
            cairo_pattern_set_filter(cairo_get_source(cairo), filter)
            cairo_paint(cairo)
            cairo_destroy(cairo)
            cairo_scale(target, part.size.width / width, part.size.height / height)
            tile.setSource(of: target)
            cairo_pattern_set_extend(cairo_get_source(target), CAIRO_EXTEND_REPEAT)
            let isUpright = matrix.yx == 0 && matrix.xy == 0
            cairo_pattern_set_filter(cairo_get_source(target), isUpright ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        }

        /// The longest side of a tile, in pixels: that of a screen of 4K.
        private static let largestTile = 3_840.0

        private func placeholder(_ frame: Rect) {
            cairo_save(cairo)
            cairo_rectangle(cairo, frame.minX, frame.minY, frame.size.width, frame.size.height)
            cairo_set_source_rgba(cairo, 0.5, 0.5, 0.5, 0.25)
            cairo_fill(cairo)
            cairo_restore(cairo)
        }

        // MARK: Outlines and paints

        private func add(_ outline: Outline) { outline.setPath(of: cairo) }

        private func fill(with paint: Paint, _ draw: () -> Void) { paint.fill(on: cairo, draw) }
    }

    private func surface(of digest: ContentDigest) -> OpaquePointer? {
        if let known = decoded[digest] { return known }
        guard let png = pictures.png(of: digest) else { return nil }
        if decoded.count >= Self.keptPictures {
            for surface in decoded.values { cairo_surface_destroy(surface) }
            decoded.removeAll()
        }
        guard let surface = PNGReader(png).surface else { return nil }
        decoded[digest] = surface
        return surface
    }
}

extension Rect {
    /// Larger by a point at each edge that is also one of a room around it, whose edges are drawn smoothly.
    fileprivate func reaching(beyond room: Rect) -> Rect {
        func reach(_ a: Double, _ b: Double) -> Double { (a - b).magnitude < 1e-6 ? 1 : 0 }
        let (left, top) = (reach(minX, room.minX), reach(minY, room.minY))
        return Rect(
            x: minX - left, y: minY - top, width: size.width + left + reach(maxX, room.maxX), height: size.height + top + reach(maxY, room.maxY))
    }
}
