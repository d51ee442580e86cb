import CPangoCairo
import Glibc
import WidgetCore
import WidgetLayout

extension Paint {
    var isColor: Bool { if case .color = self { true } else { false } }

    /// A pattern that its user destroys; nil for a colour.
    var pattern: OpaquePointer? {
        switch self {
        case .color: return nil
        case .linear(let stops, let start, let end): return stopped(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), stops)
        case .radial(let stops, let center, let from, let to):
            return stopped(cairo_pattern_create_radial(center.x, center.y, from, center.x, center.y, to), stops)
        case .elliptical(let stops, let from, let to, let transform):
            let pattern = stopped(cairo_pattern_create_radial(0, 0, from, 0, 0, to), stops)
            var matrix = cairo_matrix_t(xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
            if cairo_matrix_invert(&matrix) == CAIRO_STATUS_SUCCESS { cairo_pattern_set_matrix(pattern, &matrix) }
            return pattern
        case .angular(let stops, let center, let from, let to): return angular(stops, center, from, to)
        }
    }

    private func stopped(_ pattern: OpaquePointer?, _ stops: [Stop]) -> OpaquePointer? {
        for stop in stops { cairo_pattern_add_color_stop_rgba(pattern, stop.location, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha) }
        return pattern
    }

    /// Wedges of a mesh, one for each two degrees: Cairo has no gradient around a point.
    private func angular(_ stops: [Stop], _ center: Point, _ from: Double, _ to: Double) -> OpaquePointer? {
        let pattern = cairo_pattern_create_mesh()
        let wedges = 180
        // Far enough for any widget.
        let radius = 4_000.0
        for wedge in 0..<wedges {
            let (start, end) = (from + 2 * .pi * Double(wedge) / Double(wedges), from + 2 * .pi * Double(wedge + 1) / Double(wedges))
            // A wedge that ends where the circle closes still has its own colour there.
            let colors = [start, end - 1e-9].map { Self.color(of: stops, atAngle: $0, from: from, to: to) }
            cairo_mesh_pattern_begin_patch(pattern)
            cairo_mesh_pattern_move_to(pattern, center.x, center.y)
            cairo_mesh_pattern_line_to(pattern, center.x + radius * cos(start), center.y + radius * sin(start))
            cairo_mesh_pattern_line_to(pattern, center.x + radius * cos(end), center.y + radius * sin(end))
            cairo_mesh_pattern_line_to(pattern, center.x, center.y)
            for (corner, color) in [colors[0], colors[0], colors[1], colors[1]].enumerated() {
                cairo_mesh_pattern_set_corner_color_rgba(pattern, UInt32(corner), color.red, color.green, color.blue, color.alpha)
            }
            cairo_mesh_pattern_end_patch(pattern)
        }
        return pattern
    }
}

extension ViewBlendMode {
    /// Nil: Cairo has none.
    var cairoOperator: cairo_operator_t? {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        case .sourceAtop: CAIRO_OPERATOR_ATOP
        case .destinationOver: CAIRO_OPERATOR_DEST_OVER
        case .destinationOut: CAIRO_OPERATOR_DEST_OUT
        case .plusDarker: nil
        case .plusLighter: CAIRO_OPERATOR_ADD
        }
    }
}

extension Paint {
    /// Sets the paint as the source, and draws.
    func fill(on cairo: OpaquePointer, _ draw: () -> Void) {
        if case .color(let color) = self {
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
            return draw()
        }
        guard let pattern else { return }
        cairo_set_source(cairo, pattern)
        draw()
        cairo_pattern_destroy(pattern)
    }
}

extension Outline {
    /// Makes the outline the path of a context.
    func setPath(of cairo: OpaquePointer) {
        cairo_new_path(cairo)
        for element in elements {
            switch element {
            case .move(let point): cairo_move_to(cairo, point.x, point.y)
            case .line(let point): cairo_line_to(cairo, point.x, point.y)
            case .curve(let point, let control1, let control2):
                cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
            case .close: cairo_close_path(cairo)
            }
        }
    }
}
