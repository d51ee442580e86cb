import Glibc

/// The radii of a rectangle's corners, in points.
struct CornerRadii: Sendable, Hashable {
    var topLeft: Double
    var topRight: Double
    var bottomLeft: Double
    var bottomRight: Double

    init(_ radius: Double) { (topLeft, topRight, bottomLeft, bottomRight) = (radius, radius, radius, radius) }

    init(topLeft: Double, topRight: Double, bottomLeft: Double, bottomRight: Double) {
        (self.topLeft, self.topRight, self.bottomLeft, self.bottomRight) = (topLeft, topRight, bottomLeft, bottomRight)
    }
}

extension Outline {
    public static func rectangle(_ rect: Rect) -> Outline {
        var outline = Outline()
        outline.move(to: rect.origin)
        outline.line(to: Point(x: rect.maxX, y: rect.minY))
        outline.line(to: Point(x: rect.maxX, y: rect.maxY))
        outline.line(to: Point(x: rect.minX, y: rect.maxY))
        outline.close()
        return outline
    }

    public static func ellipse(_ rect: Rect) -> Outline {
        var circle = Outline()
        circle.arc(center: .zero, radius: 1, from: 0, to: 2 * .pi)
        circle.close()
        return circle.mapped(Transform.scale(x: rect.size.width / 2, y: rect.size.height / 2).then(.translation(x: rect.midX, y: rect.midY)))
    }

    /// The largest circle in the middle of a rectangle.
    static func circle(in rect: Rect) -> Outline {
        let side = min(rect.size.width, rect.size.height)
        return ellipse(Rect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }

    /// With quarters of circles as corners.
    static func roundedRectangle(_ rect: Rect, radii: CornerRadii) -> Outline {
        let most = min(rect.size.width, rect.size.height) / 2
        func fitting(_ radius: Double) -> Double { min(max(0, radius), most) }
        var outline = Outline()
        func corner(_ radius: Double, x: Double, y: Double, from angle: Double) {
            let radius = fitting(radius)
            if radius == 0 {
                if outline.isEmpty { outline.move(to: Point(x: x, y: y)) } else { outline.line(to: Point(x: x, y: y)) }
                return
            }
            let center = Point(x: x + (x > rect.midX ? -radius : radius), y: y + (y > rect.midY ? -radius : radius))
            outline.arc(center: center, radius: radius, from: angle, to: angle + .pi / 2, connects: true)
        }
        corner(radii.topLeft, x: rect.minX, y: rect.minY, from: .pi)
        corner(radii.topRight, x: rect.maxX, y: rect.minY, from: -.pi / 2)
        corner(radii.bottomRight, x: rect.maxX, y: rect.maxY, from: 0)
        corner(radii.bottomLeft, x: rect.minX, y: rect.maxY, from: .pi / 2)
        outline.close()
        return outline
    }

    /// A rectangle with continuous corners, as SwiftUI's: each curve begins 1.528665 radii from its corner. In a rectangle that is too small for that, the
    /// corners are quarters of circles.
    static func continuousRectangle(_ rect: Rect, radius: Double) -> Outline {
        let reach = 1.528665 * radius
        guard radius > 0, 2 * reach <= min(rect.size.width, rect.size.height) else { return roundedRectangle(rect, radii: CornerRadii(radius)) }
        // From the corner along one edge and along the other, in radii: where each of three curves ends, and its control points.
        let curves: [((Double, Double), (Double, Double), (Double, Double))] = [
            ((0.631494, 0.074911), (1.08849297, 0), (0.86840701, 0)),
            ((0.074911, 0.631494), (0.37282392, 0.16906), (0.16906, 0.37282392)),
            ((0, 1.528665), (0, 0.86840701), (0, 1.08849297)),
        ]
        var outline = Outline()
        let corners = [
            (Point(x: rect.maxX, y: rect.minY), Point(x: -1, y: 0), Point(x: 0, y: 1)),
            (Point(x: rect.maxX, y: rect.maxY), Point(x: 0, y: -1), Point(x: -1, y: 0)),
            (Point(x: rect.minX, y: rect.maxY), Point(x: 1, y: 0), Point(x: 0, y: -1)),
            (Point(x: rect.minX, y: rect.minY), Point(x: 0, y: 1), Point(x: 1, y: 0)),
        ]
        for (corner, along, across) in corners {
            func place(_ distances: (Double, Double)) -> Point {
                Point(
                    x: corner.x + radius * (along.x * distances.0 + across.x * distances.1),
                    y: corner.y + radius * (along.y * distances.0 + across.y * distances.1))
            }
            let start = place((1.528665, 0))
            if outline.isEmpty { outline.move(to: start) } else { outline.line(to: start) }
            for (end, control1, control2) in curves { outline.curve(to: place(end), control1: place(control1), control2: place(control2)) }
        }
        outline.close()
        return outline
    }
}
