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
        pieces(in: room).enumerated().map { number, piece in
            var shape = piece
            shape.form = ShapeForm(self, in: room, piece: number)
            return shape
        }
    }

    /// The same pieces for every fraction; those that aren't seen are empty.
    func pieces(in room: Rect) -> [DisplayShape] {
        let side = min(room.size.width, room.size.height)
        let width = side * Self.width
        let center = Point(x: room.midX, y: room.midY)
        let radius = (side - width) / 2
        guard radius > 0 else { return [] }
        let (start, end) = isOpen ? Self.openAngles : (-Double.pi / 2, 1.5 * Double.pi)
        let value = start + (end - start) * fraction
        let cap = width / 2 / radius
        let paint = fill.paint(around: center, from: start, to: end, cap: cap) ?? fill.paint(in: room)
        if isFilled {
            let stroke = ViewShape.Stroke(width: width, cap: .round)
            func arc(_ to: Double) -> Outline {
                var outline = Outline()
                outline.arc(center: center, radius: radius, from: start, to: to)
                return outline
            }
            return [
                DisplayShape(arc(end), paint: track.paint(in: room), stroke: stroke),
                DisplayShape(arc(max(start + 1e-3, value)), paint: paint, stroke: stroke),
            ]
        }
        // The ring has a round gap around the mark, so that the background is seen in the gap.
        let gap = width * Self.gap
        let knob = Point(x: center.x + radius * cos(value), y: center.y + radius * sin(value))
        let band = Band(center: center, radius: radius, width: width)
        return [band.part(from: start, to: value, gap: gap), band.part(from: end, to: value, gap: gap)].map { DisplayShape($0, paint: paint) }
            + [DisplayShape(.circle(knob, radius: width / 2), paint: paint)]
    }

    /// The radius of the gap around the mark, of the ring's width.
    fileprivate static let gap = 0.95

    /// The path of an open ring.
    private struct Band {
        let center: Point
        let radius: Double
        let width: Double

        /// The ring from one angle, where it is round, to a circle around another angle. Empty: there is no room for it.
        func part(from start: Double, to value: Double, gap: Double) -> Outline {
            let sign = value < start ? -1.0 : 1
            // Half of the angle that the gap takes at a distance from the middle.
            func reach(_ distance: Double) -> Double {
                acos(min(1, (distance * distance + radius * radius - gap * gap) / (2 * distance * radius)))
            }
            guard (value - start).magnitude > reach(radius) else { return Outline() }
            func point(_ angle: Double, _ distance: Double) -> Point { Point(x: center.x + distance * cos(angle), y: center.y + distance * sin(angle)) }
            let (outer, inner) = (radius + width / 2, radius - width / 2)
            let ends = (outer: value - sign * reach(outer), inner: value - sign * reach(inner))
            let knob = point(value, radius)
            func angle(_ point: Point) -> Double { atan2(point.y - knob.y, point.x - knob.x) }
            var outline = Outline()
            outline.arc(center: center, radius: outer, from: start, to: ends.outer)
            // Along the gap, by the side that looks to the ring.
            let first = angle(point(ends.outer, outer))
            var turn = (angle(point(ends.inner, inner)) - first).truncatingRemainder(dividingBy: 2 * .pi)
            if turn * sign > 0 { turn -= sign * 2 * .pi }
            outline.arc(center: knob, radius: gap, from: first, to: first + turn, connects: true)
            outline.arc(center: center, radius: inner, from: ends.inner, to: start, connects: true)
            outline.arc(center: point(start, radius), radius: width / 2, from: start + .pi, to: start + .pi + sign * .pi, connects: true)
            outline.close()
            return outline
        }
    }
}

extension Fill {
    /// A gradient along an arc; nil: it is no gradient.
    /// - Parameter cap: how far the arc's round ends reach beyond its angles.
    fileprivate func paint(around center: Point, from start: Double, to end: Double, cap: Double) -> Paint? {
        guard case .gradient(_, let stops) = self else { return nil }
        let (first, last) = (start - cap, min(end + cap, start - cap + 2 * .pi))
        let placed = stops.map { Paint.Stop(location: (start + $0.location * (end - start) - first) / (last - first), color: $0.color) }
        return .angular(stops: placed, center: center, startAngle: first, endAngle: last)
    }

    /// A gradient from the start of a bar to its end.
    fileprivate func paint(along room: Rect) -> Paint {
        guard case .gradient(_, let stops) = self else { return paint(in: room) }
        return .linear(stops: stops, start: Point(x: room.minX, y: room.midY), end: Point(x: room.maxX, y: room.midY))
    }
}

extension Outline {
    fileprivate static func circle(_ center: Point, radius: Double) -> Outline {
        .ellipse(Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }
}

/// The bar of a linear gauge or of progress.
struct GaugeBar: Sendable, Hashable {
    /// 0 to 1; nil: it isn't known, and the bar is empty.
    var fraction: Double?
    /// A mark stands at the value, and the whole bar is filled.
    var hasKnob: Bool
    var fill: Fill
    var track: Fill

    /// - Parameter isMirrored: as it is where texts run from the right to the left.
    func shapes(in room: Rect, isMirrored: Bool) -> [DisplayShape] {
        (isMirrored ? mirroredPieces(in: room) : pieces(in: room)).enumerated().map { number, piece in
            var shape = piece
            shape.form = ShapeForm(self, in: room, piece: number, isMirrored: isMirrored)
            return shape
        }
    }

    /// The same pieces for every fraction; those that aren't seen are empty.
    func pieces(in room: Rect) -> [DisplayShape] {
        let fraction = fraction ?? 0
        func capsule(_ rect: Rect) -> Outline { .roundedRectangle(rect, radii: CornerRadii(rect.size.height / 2)) }
        let height = room.size.height
        let paint = fill.paint(along: room)
        if hasKnob {
            let knob = Point(x: room.minX + height / 2 + (room.size.width - height) * fraction, y: room.midY)
            return [part(from: room.minX, to: knob, height), part(from: room.maxX, to: knob, height)].map { DisplayShape($0, paint: paint) }
                + [DisplayShape(.circle(knob, radius: height / 2), paint: paint)]
        }
        let part = Rect(x: room.minX, y: room.minY, width: max(height, room.size.width * fraction), height: height)
        return [DisplayShape(capsule(room), paint: track.paint(in: room)), DisplayShape(fraction > 0 ? capsule(part) : Outline(), paint: paint)]
    }

    /// The bar from one end, where it is round, to a round gap around the mark. Empty: there is no room for it.
    private func part(from edge: Double, to knob: Point, _ height: Double) -> Outline {
        let (gap, sign) = (height * GaugeRing.gap, knob.x < edge ? -1.0 : 1)
        guard (knob.x - edge).magnitude > gap + height / 2 else { return Outline() }
        let turn = asin(height / 2 / gap)
        var outline = Outline()
        outline.arc(center: Point(x: edge + sign * height / 2, y: knob.y), radius: height / 2, from: .pi / 2, to: .pi / 2 + sign * .pi)
        let side = sign > 0 ? Double.pi : 0
        outline.arc(center: knob, radius: gap, from: side + sign * turn, to: side - sign * turn, connects: true)
        outline.close()
        return outline
    }

    /// As they are where texts run from the right to the left.
    func mirroredPieces(in room: Rect) -> [DisplayShape] {
        let flip = Transform(a: -1, b: 0, c: 0, d: 1, tx: room.minX + room.maxX, ty: 0)
        return pieces(in: room).map { DisplayShape($0.outline.mapped(flip), paint: $0.paint, stroke: $0.stroke) }
    }
}

/// The wheel of work whose end isn't known: eight spokes that fade round.
struct Spinner: Sendable, Hashable {
    var fill: Fill

    private static let spokes = 8
    /// A spoke's beginning and end, from the middle, and its width: parts of the wheel's diameter, about those of iOS's.
    private static let (from, to, width) = (0.27, 0.44, 0.115)
    /// The opacity of the palest spoke.
    private static let palest = 0.2

    /// The spokes from the strongest, which points up, on. Those to the left of it are the next stronger ones: the wheel turns clockwise.
    func shapes(in room: Rect) -> [DisplayShape] {
        let side = min(room.size.width, room.size.height)
        guard side > 0 else { return [] }
        return (0..<Self.spokes).map { spoke in
            let angle = -Double.pi / 2 - 2 * .pi * Double(spoke) / Double(Self.spokes)
            func point(_ distance: Double) -> Point { Point(x: room.midX + side * distance * cos(angle), y: room.midY + side * distance * sin(angle)) }
            var outline = Outline()
            outline.move(to: point(Self.from))
            outline.line(to: point(Self.to))
            let opacity = 1 - (1 - Self.palest) * Double(spoke) / Double(Self.spokes - 1)
            return DisplayShape(outline, paint: fill.faded(opacity).paint(in: room), stroke: ViewShape.Stroke(width: side * Self.width, cap: .round))
        }
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
