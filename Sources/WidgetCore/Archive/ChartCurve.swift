/// A chart's line through points: the forms of d3's `curve…` functions, which have the names of Swift Charts' methods and the same default tension.
package enum ChartCurve {
    package struct Point: Sendable, Hashable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A part of the line, from where the part before it ends.
    package enum Piece: Sendable, Hashable {
        case line(Point)
        case curve(Point, control1: Point, control2: Point)
    }

    /// The parts of a line that begins at the first of some points.
    /// - Parameter points: each further to the right than the one before, or each further to the left.
    package static func pieces(through points: [Point], _ method: Chart.Interpolation) -> [Piece] {
        // Two points have one straight line between them, unless it has steps.
        let isCurved = points.count > 2
        switch method {
        case .monotone where isCurved: return monotone(points)
        case .catmullRom where isCurved: return curves(points) { centripetal($0, $1, $2, $3) }
        case .cardinal where isCurved: return curves(points) { uniform($0, $1, $2, $3) }
        case .linear, .monotone, .catmullRom, .cardinal: return points.dropFirst().map(Piece.line)
        case .stepStart: return steps(points, at: 1)
        case .stepCenter: return steps(points, at: 0.5)
        case .stepEnd: return steps(points, at: 0)
        }
    }

    /// - Parameter share: where the step is between two points.
    private static func steps(_ points: [Point], at share: Double) -> [Piece] {
        zip(points, points.dropFirst()).flatMap { from, to -> [Piece] in
            let x = from.x + (to.x - from.x) * share
            return [.line(Point(x: x, y: from.y)), .line(Point(x: x, y: to.y)), .line(to)]
        }
    }

    /// A cubic curve for each two points, from the four points around it. The first and the last point count twice.
    private static func curves(_ points: [Point], _ controls: (Point, Point, Point, Point) -> (Point, Point)) -> [Piece] {
        (1..<points.count).map { index in
            let (from, to) = (points[index - 1], points[index])
            var (control1, control2) = controls(points[max(0, index - 2)], from, to, points[min(points.count - 1, index + 1)])
            // At an end, the curve leaves straight.
            if index == 1 { control1 = from }
            if index == points.count - 1 { control2 = to }
            return .curve(to, control1: control1, control2: control2)
        }
    }

    /// A cardinal spline without tension.
    private static func uniform(_ before: Point, _ from: Point, _ to: Point, _ after: Point) -> (Point, Point) {
        (
            Point(x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6),
            Point(x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6)
        )
    }

    /// A Catmull-Rom spline with alpha 0.5: it makes no loops where points lie close together.
    private static func centripetal(_ before: Point, _ from: Point, _ to: Point, _ after: Point) -> (Point, Point) {
        // The square root of each distance, and the distance.
        func distance(_ a: Point, _ b: Point) -> (root: Double, whole: Double) {
            let whole = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
            return (whole.squareRoot(), whole)
        }
        let (first, middle, last) = (distance(before, from), distance(from, to), distance(to, after))
        func control(_ point: Point, _ other: Point, _ beyond: Point, _ side: (root: Double, whole: Double)) -> Point {
            guard side.root > 1e-12 else { return point }
            let factor = 2 * side.whole + 3 * side.root * middle.root + middle.whole
            let divisor = 3 * side.root * (side.root + middle.root)
            return Point(
                x: (point.x * factor - beyond.x * middle.whole + other.x * side.whole) / divisor,
                y: (point.y * factor - beyond.y * middle.whole + other.y * side.whole) / divisor)
        }
        return (control(from, to, before, first), control(to, from, after, last))
    }

    /// Steffen's cubic: between two values it stays between them.
    private static func monotone(_ points: [Point]) -> [Piece] {
        let last = points.count - 1
        func secant(_ index: Int) -> Double {
            let width = points[index + 1].x - points[index].x
            return width != 0 ? (points[index + 1].y - points[index].y) / width : 0
        }
        var slopes = points.indices.map { index -> Double in
            guard index > 0, index < last else { return 0 }
            let (left, right) = (secant(index - 1), secant(index))
            guard left * right > 0 else { return 0 }
            let (before, after) = (points[index].x - points[index - 1].x, points[index + 1].x - points[index].x)
            let middle = (left * after + right * before) / (before + after)
            let least = min(left.magnitude, right.magnitude, middle.magnitude / 2)
            return 2 * (left < 0 ? -least : least)
        }
        slopes[0] = (3 * secant(0) - slopes[1]) / 2
        slopes[last] = (3 * secant(last - 1) - slopes[last - 1]) / 2
        return (1...last).map { index in
            let (from, to) = (points[index - 1], points[index])
            let third = (to.x - from.x) / 3
            return .curve(
                to, control1: Point(x: from.x + third, y: from.y + third * slopes[index - 1]),
                control2: Point(x: to.x - third, y: to.y - third * slopes[index]))
        }
    }
}

extension Chart.Interpolation {
    /// The form that the same line has if it is followed from its end.
    package var reversed: Chart.Interpolation {
        switch self {
        case .stepStart: .stepEnd
        case .stepEnd: .stepStart
        case .linear, .monotone, .catmullRom, .cardinal, .stepCenter: self
        }
    }
}
