import CPangoCairo
import WidgetCore
import WidgetLayout

/// Draws the contents of nodes on a context: outlines, letters and pictures. It knows no effects.
struct ContentBrush {
    let cairo: OpaquePointer
    /// Pixels per point.
    let scale: Double
    let renderer: CairoRenderer

    func draw(_ content: DisplayContent, in frame: Rect) {
        switch content {
        case .shape(let shape): draw(shape)
        case .text(let text): draw(text)
        case .picture(let picture): PictureBrush(cairo: cairo, scale: scale, pictures: renderer.pictures).draw(picture, in: frame)
        }
    }

    private func draw(_ shape: DisplayShape) {
        defer { for layer in shape.layers { draw(layer) } }
        if shape.paint.isClear { return }
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        shape.outline.setPath(of: cairo)
        guard let stroke = shape.stroke else {
            cairo_set_fill_rule(cairo, shape.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            shape.paint.fill(on: cairo) { cairo_fill(cairo) }
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
        shape.paint.fill(on: cairo) { cairo_stroke(cairo) }
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
                    run.paint.fill(on: cairo) { cairo_fill(cairo) }
                } else {
                    run.paint.fill(on: cairo) { renderer.text.add(run, baseline: line.baseline, to: cairo, asPath: false) }
                }
                for shape in run.lines(at: line.baseline) { draw(shape) }
                cairo_restore(cairo)
            }
        }
    }
}
