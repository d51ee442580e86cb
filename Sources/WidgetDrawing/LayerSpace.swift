import CPangoCairo
import WidgetLayout

/// Where layers lie on the surface that a context draws on, and how large their effects are there.
struct LayerSpace {
    let cairo: OpaquePointer
    /// The surface that all is drawn for, in pixels of the one that is drawn on.
    let room: Rect

    /// From points to pixels.
    var matrix: cairo_matrix_t {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        return matrix
    }

    var toPixels: Transform {
        let matrix = matrix
        return Transform(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
    }

    var pixelsPerPoint: Double {
        let matrix = matrix
        return (matrix.xx * matrix.yy - matrix.yx * matrix.xy).magnitude.squareRoot()
    }

    /// The pixels of a blur's radius. A blur that is wider than the whole surface is long looks like one that is just as wide.
    ///
    /// SwiftUI's radius is twice the standard deviation of the Gaussian.
    func pixels(_ radius: Double) -> Double { min(radius * pixelsPerPoint, diagonal) }

    /// The whole surface's, in pixels.
    private var diagonal: Double { (room.size.width * room.size.width + room.size.height * room.size.height).squareRoot() }

    /// Whether something of a rectangle in points lies within the clip.
    func isInClip(_ extent: Rect) -> Bool {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(cairo, &left, &top, &right, &bottom)
        return extent.maxX >= left && extent.minX <= right && extent.maxY >= top && extent.minY <= bottom
    }

    /// The place of a layer: the part of some points that is seen.
    /// - Parameters:
    ///   - margin: how far the effect reaches beyond the points, in pixels.
    ///   - seen: from how far outside of the clip something reaches into it, in pixels.
    ///   - deviation: of the effect's blur, in pixels.
    /// - Returns: nil: nothing is to be seen.
    func place(over points: Rect, margin: Double = 0, seen: Double = 0, deviation: Double = 0) -> LayerPlace? {
        place(overPixels: toPixels.bounds(of: points), margin: margin, seen: seen, deviation: deviation)
    }

    /// The same of a rectangle in pixels.
    func place(overPixels bounds: Rect, margin: Double = 0, seen: Double = 0, deviation: Double = 0) -> LayerPlace? {
        let (clip, farthest) = (clip, room.inset(by: -2 * diagonal))
        // Blurs within blurs don't reach ever farther.
        let (left, top) = (max(clip.minX - seen, farthest.minX, bounds.minX - margin), max(clip.minY - seen, farthest.minY, bounds.minY - margin))
        let (right, bottom) = (min(clip.maxX + seen, farthest.maxX, bounds.maxX + margin), min(clip.maxY + seen, farthest.maxY, bounds.maxY + margin))
        guard right > left, bottom > top else { return nil }
        return LayerPlace(Rect(x: left, y: top, width: right - left, height: bottom - top), deviation: deviation)
    }

    /// The part that can be drawn on, in pixels.
    private var clip: Rect {
        var matrix = matrix
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_identity_matrix(cairo)
        cairo_clip_extents(cairo, &left, &top, &right, &bottom)
        cairo_set_matrix(cairo, &matrix)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
