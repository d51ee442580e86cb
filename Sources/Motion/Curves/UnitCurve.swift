import Foundation

/// A curve that turns the progress of time, from 0 to 1, into the progress of a value: from 0 at the start to 1 at the end.
public struct UnitCurve: Equatable, Hashable, Sendable {
    /// The function of the curve.
    package enum Function: Hashable, Sendable {
        case linear
        case circularEaseIn
        case circularEaseOut
        case circularEaseInOut
        case bezier(start: UnitPoint, end: UnitPoint)
    }

    package let function: Function

    /// A cubic Bézier curve from (0, 0) to (1, 1).
    /// - Parameters:
    ///   - startControlPoint: The curve leaves (0, 0) towards this point.
    ///   - endControlPoint: The curve comes to (1, 1) from this point.
    ///
    /// The x of both points count as 0 to 1, so that a moment has one value; y may be anything, for curves that go beyond their ends.
    public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
        UnitCurve(function: .bezier(start: startControlPoint, end: endControlPoint))
    }

    /// The curve with x and y exchanged: its value is the progress at which this curve has a value. For that, this curve must rise all the way.
    ///
    /// ``circularEaseInOut`` is its own inverse, as the original's is; exchanged it would be steep at both ends.
    public var inverse: UnitCurve {
        switch function {
        case .linear, .circularEaseInOut: self
        case .circularEaseIn: .circularEaseOut
        case .circularEaseOut: .circularEaseIn
        case .bezier(let start, let end):
            .bezier(startControlPoint: UnitPoint(x: start.y, y: start.x), endControlPoint: UnitPoint(x: end.y, y: end.x))
        }
    }

    /// The curve's value, from 0 at the start to 1 at the end; Bézier curves may go beyond.
    /// - Parameter progress: From 0 to 1; others count as the nearest of these, and `NaN` as 0.
    public func value(at progress: Double) -> Double {
        let progress = progress.clampedToUnit
        switch function {
        case .linear: return progress
        case .circularEaseIn: return Self.circularEaseIn(progress)
        case .circularEaseOut: return 1 - Self.circularEaseIn(1 - progress)
        case .circularEaseInOut:
            return progress < 0.5 ? Self.circularEaseIn(2 * progress) / 2 : 1 - Self.circularEaseIn(2 - 2 * progress) / 2
        case .bezier(let start, let end): return CubicBezier(start: start, end: end).value(at: progress)
        }
    }

    /// How fast the value changes: the derivative of ``value(at:)``, infinite where the curve is vertical.
    /// - Parameter progress: From 0 to 1; others count as the nearest of these, and `NaN` as 0.
    public func velocity(at progress: Double) -> Double {
        let progress = progress.clampedToUnit
        switch function {
        case .linear: return 1
        case .circularEaseIn: return Self.circularSlope(progress)
        case .circularEaseOut: return Self.circularSlope(1 - progress)
        case .circularEaseInOut: return Self.circularSlope(progress < 0.5 ? 2 * progress : 2 - 2 * progress)
        case .bezier(let start, let end): return CubicBezier(start: start, end: end).velocity(at: progress)
        }
    }

    /// A quarter of the unit circle, from its lowest point to the right.
    private static func circularEaseIn(_ x: Double) -> Double { 1 - (1 - x * x).squareRoot() }

    private static func circularSlope(_ x: Double) -> Double { x / (1 - x * x).squareRoot() }
}

extension UnitCurve {
    /// A straight line.
    public static var linear: UnitCurve { UnitCurve(function: .linear) }

    /// Starts slowly. The control points are (0.42, 0) and (1, 1).
    public static var easeIn: UnitCurve { bezier(startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 1, y: 1)) }

    /// Ends slowly. The control points are (0, 0) and (0.58, 1).
    public static var easeOut: UnitCurve { bezier(startControlPoint: UnitPoint(x: 0, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1)) }

    /// Starts and ends slowly. The control points are (0.42, 0) and (0.58, 1).
    public static var easeInOut: UnitCurve { bezier(startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1)) }

    /// Starts and ends slowly.
    @available(*, deprecated, message: "Use easeInOut instead")
    public static var easeInEaseOut: UnitCurve { easeInOut }

    /// Starts slowly, on a quarter of a circle.
    public static var circularEaseIn: UnitCurve { UnitCurve(function: .circularEaseIn) }

    /// Ends slowly, on a quarter of a circle.
    public static var circularEaseOut: UnitCurve { UnitCurve(function: .circularEaseOut) }

    /// Starts and ends slowly, on two quarters of circles.
    public static var circularEaseInOut: UnitCurve { UnitCurve(function: .circularEaseInOut) }
}
