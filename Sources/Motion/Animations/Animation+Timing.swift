public import Foundation

// Animations whose course is a curve over a fixed time.
extension Animation {
    /// Seconds that a timing curve lasts unless it is told.
    public static let defaultDuration: TimeInterval = 0.35

    /// The same speed from start to end, over 0.35 s.
    public static var linear: Animation { linear(duration: defaultDuration) }
    /// The same speed from start to end.
    public static func linear(duration: TimeInterval) -> Animation { timingCurve(.linear, duration: duration) }

    /// Starts slowly, over 0.35 s.
    public static var easeIn: Animation { easeIn(duration: defaultDuration) }
    /// Starts slowly.
    public static func easeIn(duration: TimeInterval) -> Animation { timingCurve(.easeIn, duration: duration) }

    /// Ends slowly, over 0.35 s.
    public static var easeOut: Animation { easeOut(duration: defaultDuration) }
    /// Ends slowly.
    public static func easeOut(duration: TimeInterval) -> Animation { timingCurve(.easeOut, duration: duration) }

    /// Starts and ends slowly, over 0.35 s.
    public static var easeInOut: Animation { easeInOut(duration: defaultDuration) }
    /// Starts and ends slowly.
    public static func easeInOut(duration: TimeInterval) -> Animation { timingCurve(.easeInOut, duration: duration) }

    /// Follows `curve` for `duration` seconds.
    public static func timingCurve(_ curve: UnitCurve, duration: TimeInterval) -> Animation {
        Animation(TimingCurveAnimation(curve: curve, duration: duration))
    }

    /// Follows the cubic Bézier curve from (0, 0) to (1, 1) with these control points.
    public static func timingCurve(_ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = defaultDuration) -> Animation {
        timingCurve(.bezier(startControlPoint: UnitPoint(x: p1x, y: p1y), endControlPoint: UnitPoint(x: p2x, y: p2y)), duration: duration)
    }
}
