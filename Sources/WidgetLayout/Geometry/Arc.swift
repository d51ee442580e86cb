import Glibc

/// A part of a circle along which views are bent. They read clockwise, with their upper edges outside.
struct Arc: Sendable, Hashable {
    let center: Point
    /// The distance of the views' lower edge from the centre, in points.
    let radius: Double
    /// The middle, in radians: 0 points right, and angles grow clockwise.
    let middle: Double

    /// How a view at a point of a straight room lies on the arc: turned, and as large as it was.
    /// - Parameter point: the middle of the view's lower edge.
    func placement(of point: Point, in room: Rect) -> Transform {
        let (angle, distance) = polar(point, in: room)
        return Transform.translation(x: -point.x, y: -point.y).then(.rotation(angle + .pi / 2))
            .then(.translation(x: center.x + distance * cos(angle), y: center.y + distance * sin(angle)))
    }

    /// An outline whose straight edges follow the arc.
    func bent(_ outline: Outline, in room: Rect) -> Outline {
        var (bent, start, current) = (Outline(), Point.zero, Point.zero)
        func place(_ point: Point) -> Point {
            let (angle, distance) = polar(point, in: room)
            return Point(x: center.x + distance * cos(angle), y: center.y + distance * sin(angle))
        }
        func follow(to end: Point, _ point: (Double) -> Point) {
            let steps = min(Self.mostSteps, max(1, Int((hypot(end.x - current.x, end.y - current.y) / Self.step).rounded(.up))))
            for step in 1...steps { bent.line(to: place(point(Double(step) / Double(steps)))) }
            current = end
        }
        func line(to end: Point) {
            let from = current
            follow(to: end) { Point(x: from.x + (end.x - from.x) * $0, y: from.y + (end.y - from.y) * $0) }
        }
        for element in outline.elements {
            switch element {
            case .move(let point):
                bent.move(to: place(point))
                (start, current) = (point, point)
            case .line(let point): line(to: point)
            case .curve(let end, let control1, let control2):
                let from = current
                follow(to: end) { t in
                    let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
                    return Point(
                        x: a * from.x + b * control1.x + c * control2.x + d * end.x, y: a * from.y + b * control1.y + c * control2.y + d * end.y)
                }
            case .close:
                line(to: start)
                bent.close()
            }
        }
        return bent
    }

    /// Lengths are kept in the middle of the views.
    private func polar(_ point: Point, in room: Rect) -> (angle: Double, distance: Double) {
        (middle + (point.x - room.midX) / (radius + room.size.height / 2), radius + room.maxY - point.y)
    }

    /// The length of the lines that an edge is made of, in points.
    private static let step = 1.0
    /// The most lines of one edge.
    private static let mostSteps = 256
}
