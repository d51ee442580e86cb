import Foundation
import Motion
import WidgetLayout

/// Numbers that are animated together. Zero has none, and stands for as many zeros as another vector has numbers.
struct NumberVector: VectorArithmetic, Animatable, Sendable {
    var numbers: [Double]

    init(_ numbers: [Double]) { self.numbers = numbers }

    static func == (lhs: NumberVector, rhs: NumberVector) -> Bool {
        if lhs.numbers.isEmpty || rhs.numbers.isEmpty { return (lhs.numbers + rhs.numbers).allSatisfy { $0 == 0 } }
        return lhs.numbers == rhs.numbers
    }

    static var zero: NumberVector { NumberVector([]) }

    static func += (lhs: inout NumberVector, rhs: NumberVector) { lhs.combine(rhs, +) }
    static func -= (lhs: inout NumberVector, rhs: NumberVector) { lhs.combine(rhs, -) }
    static func + (lhs: NumberVector, rhs: NumberVector) -> NumberVector {
        var sum = lhs
        sum += rhs
        return sum
    }
    static func - (lhs: NumberVector, rhs: NumberVector) -> NumberVector {
        var difference = lhs
        difference -= rhs
        return difference
    }

    mutating func scale(by factor: Double) { for index in numbers.indices { numbers[index] *= factor } }

    var magnitudeSquared: Double { numbers.reduce(0) { $0 + $1 * $1 } }

    private mutating func combine(_ other: NumberVector, _ combine: (Double, Double) -> Double) {
        if numbers.isEmpty { numbers = Array(repeating: 0, count: other.numbers.count) }
        for index in other.numbers.indices where index < numbers.count { numbers[index] = combine(numbers[index], other.numbers[index]) }
    }
}

/// A mapping as a move, a turn, a stretch and a slant, which can be animated one by one: the numbers of a half-turned matrix would make the view small.
struct TransformParts {
    private var x: Double
    private var y: Double
    /// Radians.
    private var angle: Double
    private var scaleX: Double
    private var scaleY: Double
    private var slant: Double

    /// - Parameter anchor: the point about which views are turned and stretched; the move is that of this point.
    init(_ transform: Transform, about anchor: Point) {
        let moved = transform.apply(anchor)
        (x, y) = (moved.x - anchor.x, moved.y - anchor.y)
        scaleX = hypot(transform.a, transform.b)
        angle = scaleX > 0 ? atan2(transform.b, transform.a) : 0
        let determinant = transform.a * transform.d - transform.b * transform.c
        scaleY = scaleX > 0 ? determinant / scaleX : hypot(transform.c, transform.d)
        slant = scaleX > 0 ? (transform.a * transform.c + transform.b * transform.d) / scaleX : 0
    }

    mutating func forEachNumber(_ body: (inout Double) -> Void) {
        body(&x)
        body(&y)
        body(&angle)
        body(&scaleX)
        body(&scaleY)
        body(&slant)
    }

    func transform(about anchor: Point) -> Transform {
        let (cosine, sine) = (cos(angle), sin(angle))
        let linear = Transform(
            a: scaleX * cosine, b: scaleX * sine, c: slant * cosine - scaleY * sine, d: slant * sine + scaleY * cosine, tx: 0, ty: 0)
        return linear.about(anchor).then(.translation(x: x, y: y))
    }
}
