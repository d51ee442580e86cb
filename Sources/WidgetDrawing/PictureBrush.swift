import CPangoCairo
import WidgetCore
import WidgetLayout

/// Draws pictures on a context.
struct PictureBrush {
    let cairo: OpaquePointer
    /// Pixels per point.
    let scale: Double
    let pictures: DecodedPictures

    /// Pixels of a picture with a tint: those of a screen of 8K.
    private static let largestLayer = 33_000_000.0

    func draw(_ picture: DisplayPicture, in frame: Rect) {
        guard let surface = pictures.surface(of: picture.digest), !frame.isEmpty else { return placeholder(frame) }
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
