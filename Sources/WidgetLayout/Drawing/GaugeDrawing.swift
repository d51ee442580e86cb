import Glibc
package import WidgetCore

/// The ring of a round gauge or of progress.
struct GaugeRing: Sendable, Hashable {
    /// 0 to 1.
    var fraction: Double
    /// A quarter is left out below.
    var isOpen: Bool
    /// The part up to the value is filled; otherwise a mark stands at the value.
    var isFilled: Bool
    var fill: Fill
    var track: Fill

    /// The ring's width, of its diameter.
    private static let width = 0.105
    private static let openAngles = (from: 0.75 * Double.pi, to: 2.25 * Double.pi)

    func shapes(in room: Rect) -> [DisplayShape] {
        let side = min(room.size.width, room.size.height)
        let width = side * Self.width
        let center = Point(x: room.midX, y: room.midY)
        let radius = (side - width) / 2
        guard radius > 0 else { return [] }
        let stroke = ViewShape.Stroke(width: width, cap: .round)
        func arc(_ from: Double, _ to: Double) -> Outline {
            var outline = Outline()
            outline.arc(center: center, radius: radius, from: from, to: to)
            return outline
        }
        let (start, end) = isOpen ? Self.openAngles : (-Double.pi / 2, 1.5 * Double.pi)
        let value = start + (end - start) * fraction
        if isFilled {
            return [
                DisplayShape(arc(start, end), paint: track.paint(in: room), stroke: stroke),
                DisplayShape(arc(start, max(start + 1e-3, value)), paint: fill.paint(in: room), stroke: stroke),
            ]
        }
        let knob = Point(x: center.x + radius * cos(value), y: center.y + radius * sin(value))
        func circle(_ radius: Double) -> Outline { .ellipse(Rect(x: knob.x - radius, y: knob.y - radius, width: 2 * radius, height: 2 * radius)) }
        // The ring is two arcs with a gap around the mark, so that the background is seen in the gap.
        let gap = width * 1.25 / radius
        var shapes: [DisplayShape] = []
        if value - gap > start { shapes.append(DisplayShape(arc(start, value - gap), paint: fill.paint(in: room), stroke: stroke)) }
        if value + gap < end { shapes.append(DisplayShape(arc(value + gap, end), paint: fill.paint(in: room), stroke: stroke)) }
        return shapes + [DisplayShape(circle(width * 0.55), paint: fill.paint(in: room))]
    }
}

/// The bar of a linear gauge or of progress.
struct GaugeBar: Sendable, Hashable {
    /// 0 to 1.
    var fraction: Double
    /// A mark stands at the value, and the whole bar is filled.
    var hasKnob: Bool
    var fill: Fill
    var track: Fill

    func shapes(in room: Rect) -> [DisplayShape] {
        func capsule(_ rect: Rect) -> Outline { .roundedRectangle(rect, radii: CornerRadii(rect.size.height / 2)) }
        let height = room.size.height
        if hasKnob {
            let x = room.minX + height / 2 + (room.size.width - height) * fraction
            let gap = height * 0.8
            let knob = Rect(x: x - height / 2, y: room.minY, width: height, height: height)
            var shapes: [DisplayShape] = []
            let paint = fill.paint(in: room)
            if x - gap - room.minX > 0 {
                shapes.append(DisplayShape(capsule(Rect(x: room.minX, y: room.minY, width: x - gap - room.minX, height: height)), paint: paint))
            }
            if room.maxX - x - gap > 0 {
                shapes.append(DisplayShape(capsule(Rect(x: x + gap, y: room.minY, width: room.maxX - x - gap, height: height)), paint: paint))
            }
            return shapes + [DisplayShape(.ellipse(knob), paint: paint)]
        }
        var shapes = [DisplayShape(capsule(room), paint: track.paint(in: room))]
        if fraction > 0 {
            let part = Rect(x: room.minX, y: room.minY, width: max(height, room.size.width * fraction), height: height)
            shapes.append(DisplayShape(capsule(part), paint: fill.paint(in: room)))
        }
        return shapes
    }

    /// As it is where texts run from the right to the left.
    func mirrored(in room: Rect) -> [DisplayShape] {
        let flip = Transform(a: -1, b: 0, c: 0, d: 1, tx: room.minX + room.maxX, ty: 0)
        return shapes(in: room).map { DisplayShape($0.outline.mapped(flip), paint: $0.paint, stroke: $0.stroke) }
    }
}

extension Gauge {
    /// How far the value is between the bounds, 0 to 1; a value beyond them is at the bound.
    package var fraction: Double {
        let span = maximum - minimum
        guard span > 0, span.isFinite, value.isFinite else { return 0 }
        return min(1, max(0, (value - minimum) / span))
    }
}
