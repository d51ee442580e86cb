import Glibc

/// An outline of lines and cubic curves, in points.
public struct Outline: Sendable, Hashable {
    public enum Element: Sendable, Hashable {
        case move(Point)
        case line(Point)
        case curve(to: Point, control1: Point, control2: Point)
        case close
    }

    public private(set) var elements: [Element] = []
    private var current = Point.zero

    public init() {}

    public var isEmpty: Bool { elements.isEmpty }

    public mutating func move(to point: Point) {
        elements.append(.move(point))
        current = point
    }

    public mutating func line(to point: Point) {
        elements.append(.line(point))
        current = point
    }

    public mutating func curve(to point: Point, control1: Point, control2: Point) {
        elements.append(.curve(to: point, control1: control1, control2: control2))
        current = point
    }

    /// A quadratic curve, as the cubic one that is the same.
    public mutating func quadCurve(to point: Point, control: Point) {
        let start = current
        curve(
            to: point, control1: Point(x: start.x + (control.x - start.x) * 2 / 3, y: start.y + (control.y - start.y) * 2 / 3),
            control2: Point(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3))
    }

    public mutating func close() { elements.append(.close) }

    public mutating func append(_ other: Outline) {
        elements += other.elements
        current = other.current
    }

    /// A part of a circle, from one angle to another, in radians. 0 points right, and angles grow clockwise.
    /// - Parameter connects: draws a line from the outline's last point to the arc.
    public mutating func arc(center: Point, radius: Double, from start: Double, to end: Double, connects: Bool = false) {
        func point(_ angle: Double) -> Point { Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle)) }
        if connects, !isEmpty { line(to: point(start)) } else { move(to: point(start)) }
        // A quarter of a circle is close enough to one curve: within 0.03 % of the radius.
        let parts = max(1, Int(((end - start).magnitude / (.pi / 2)).rounded(.up)))
        let step = (end - start) / Double(parts)
        let reach = 4 / 3 * tan(step / 4) * radius
        for part in 0..<parts {
            let (from, to) = (start + Double(part) * step, start + Double(part + 1) * step)
            let (a, b) = (point(from), point(to))
            curve(
                to: b, control1: Point(x: a.x - reach * sin(from), y: a.y + reach * cos(from)),
                control2: Point(x: b.x + reach * sin(to), y: b.y - reach * cos(to)))
        }
    }

    /// Changes each point, those of curves in the order of end, first and second control point.
    public mutating func forEachPoint(_ body: (inout Point) -> Void) {
        for index in elements.indices {
            switch elements[index] {
            case .move(var point):
                body(&point)
                elements[index] = .move(point)
            case .line(var point):
                body(&point)
                elements[index] = .line(point)
            case .curve(var point, var control1, var control2):
                body(&point)
                body(&control1)
                body(&control2)
                elements[index] = .curve(to: point, control1: control1, control2: control2)
            case .close: break
            }
        }
        body(&current)
    }

    public func mapped(_ transform: Transform) -> Outline {
        var mapped = Outline()
        mapped.elements = elements.map {
            switch $0 {
            case .move(let point): .move(transform.apply(point))
            case .line(let point): .line(transform.apply(point))
            case .curve(let point, let control1, let control2):
                .curve(to: transform.apply(point), control1: transform.apply(control1), control2: transform.apply(control2))
            case .close: .close
            }
        }
        mapped.current = transform.apply(current)
        return mapped
    }

    /// A rectangle that holds the outline: that of its points and control points.
    public var bounds: Rect {
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        func take(_ point: Point) {
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        for element in elements {
            switch element {
            case .move(let point), .line(let point): take(point)
            case .curve(let point, let control1, let control2):
                take(point)
                take(control1)
                take(control2)
            case .close: break
            }
        }
        guard low.x <= high.x else { return .zero }
        return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// The smallest rectangle that holds the outline.
    var exactBounds: Rect {
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        var current = Point.zero
        func take(x: Double, y: Double) {
            (low, high) = (Point(x: min(low.x, x), y: min(low.y, y)), Point(x: max(high.x, x), y: max(high.y, y)))
        }
        for element in elements {
            switch element {
            case .move(let point), .line(let point):
                take(x: point.x, y: point.y)
                current = point
            case .curve(let end, let control1, let control2):
                take(x: end.x, y: end.y)
                for x in Self.extremes(current.x, control1.x, control2.x, end.x) { take(x: x, y: end.y) }
                for y in Self.extremes(current.y, control1.y, control2.y, end.y) { take(x: end.x, y: y) }
                current = end
            case .close: break
            }
        }
        return low.x <= high.x ? Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .zero
    }

    /// The values of a cubic curve of one coordinate where it turns back.
    private static func extremes(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
        // The derivative is a t^2 + 2 b t + c, times three.
        let (a, b, c) = (p3 - 3 * p2 + 3 * p1 - p0, p2 - 2 * p1 + p0, p1 - p0)
        let root = b * b - a * c
        guard root >= 0 else { return [] }
        let times = a.magnitude < 1e-9 ? [-c / (2 * b)] : [(-b + root.squareRoot()) / a, (-b - root.squareRoot()) / a]
        return times.filter { $0 > 0 && $0 < 1 }.map { t in
            let s = 1 - t
            return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
        }
    }
}
