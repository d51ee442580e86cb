import Foundation

/// A cubic Bézier curve from (0, 0) to (1, 1) by x: y and the slope where the curve has a given x.
struct CubicBezier {
    /// One coordinate as a polynomial of the curve's parameter, which is 0 at the start and 1 at the end: `((a * t + b) * t + c) * t`.
    private struct Polynomial {
        let a: Double
        let b: Double
        let c: Double

        init(_ start: Double, _ end: Double) {
            c = 3 * start
            b = 3 * (end - start) - c
            a = 1 - c - b
        }

        func value(at parameter: Double) -> Double { ((a * parameter + b) * parameter + c) * parameter }
        func derivative(at parameter: Double) -> Double { c + (2 * b + 3 * a * parameter) * parameter }
    }

    /// How exact an x is found, and what y and slope are rounded to: a millionth, finer than any screen. The original's number.
    private static let precision = 0x1p-20

    /// The steps of Newton's method, and then of halving: after the latter the parameter is exact.
    private static let (newtonSteps, halvings) = (8, 64)

    /// How far away a control point's y may be; curves that go further are as good as infinite.
    private static let largestY = 1e9

    private let x: Polynomial
    private let y: Polynomial

    /// A curve with these control points. The x of both are clamped to 0 to 1, so that there is one y for each x.
    init(start: UnitPoint, end: UnitPoint) {
        x = Polynomial(Double(start.x).clampedToUnit, Double(end.x).clampedToUnit)
        y = Polynomial(Self.finite(start.y), Self.finite(end.y))
    }

    private static func finite(_ y: Double) -> Double { y.isNaN ? 0 : min(max(y, -largestY), largestY) }

    /// The y at an x from 0 to 1.
    func value(at progress: Double) -> Double { Self.rounded(y.value(at: parameter(at: progress))) }

    /// The slope at an x from 0 to 1; infinite where the curve is vertical.
    ///
    /// Q4: the slope isn't that of the neighbourhood where the curve stands still, as at the end of `easeIn` and the start of `easeOut`. It is 1 when both
    /// derivatives are exactly equal, as at the start of `easeOut`, and 0 at the end of `easeIn`, where that of x isn't zero but the error of its
    /// computation.
    func velocity(at progress: Double) -> Double {
        let parameter = parameter(at: progress)
        let (dx, dy) = (x.derivative(at: parameter), y.derivative(at: parameter))
        if dx == dy { return 1 }
        if dx == 0 { return dy < 0 ? -.infinity : .infinity }
        return Self.rounded(dy / dx)
    }

    private static func rounded(_ number: Double) -> Double { (number / precision).rounded() * precision }

    /// The parameter at which the curve has this x.
    private func parameter(at target: Double) -> Double {
        var parameter = target
        for _ in 0..<Self.newtonSteps {
            let error = x.value(at: parameter) - target
            if abs(error) < Self.precision { return parameter }
            let slope = x.derivative(at: parameter)
            if abs(slope) < Self.precision { break }
            parameter -= error / slope
        }
        var (low, high) = (0.0, 1.0)
        parameter = target
        for _ in 0..<Self.halvings {
            let error = x.value(at: parameter) - target
            if abs(error) < Self.precision { break }
            if error < 0 { low = parameter } else { high = parameter }
            parameter = (low + high) / 2
        }
        return parameter
    }
}
