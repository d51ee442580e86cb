import CPangoCairo
import WidgetCore
public import WidgetLayout

/// Draws display lists with Cairo.
public final class CairoRenderer {
    let text: PangoText
    let pictures: DecodedPictures
    let layers = LayerCache()
    /// Whether letters are drawn as outlines: each at its exact place, and the same wherever the fonts are the same. Otherwise they come from Cairo's glyph
    /// cache, twenty times as fast, at whole pixels.
    public var drawsTextAsPaths = false

    public init(text: PangoText, pictures: any PictureSource = NoPictures()) {
        self.text = text
        self.pictures = DecodedPictures(pictures)
    }

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
        ListDrawing(cairo, list, scale: scale, self, budget, room: room, isPartial: damage != nil).drawAll()
    }
}
