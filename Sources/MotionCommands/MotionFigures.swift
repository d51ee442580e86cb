import Motion

/// The figures of a curve.
struct MotionFigures {
    /// A number that the animation was made of.
    struct Parameter: Equatable {
        let name: String
        let value: Double
        var isTime = false
    }

    /// Its duration, its bounce, its damping as a part of the critical.
    let parameters: [Parameter]
    /// The highest point, where that is beyond the end value; and the lowest, where that is below the start.
    let peak: PlotPoint?
    let trough: PlotPoint?
    /// Seconds from which on it stays within ``PlotLimits/settled`` of its end; nil: it doesn't.
    let settled: Double?
    let logicalEnd: Double
    let end: Double

    init(_ curve: MotionCurve) {
        parameters = Self.parameters(of: curve.animation)
        logicalEnd = curve.logicalEnd
        end = curve.end
        // Its end is looked at too; there the value is exactly 1.
        let points = curve.points(PlotLimits.samples, until: curve.seen)
        func extreme(_ isBeyond: (PlotPoint) -> Bool, _ areInOrder: (PlotPoint, PlotPoint) -> Bool) -> PlotPoint? {
            points.max(by: areInOrder).flatMap { isBeyond($0) ? $0 : nil }
        }
        peak = extreme({ $0.y > 1 + Self.visible }, { $0.y < $1.y })
        trough = extreme({ $0.y < -Self.visible }, { $0.y > $1.y })
        settled = curve.end.isFinite ? Self.settled(points) : nil
    }

    /// An overshoot below it, as a part of the change, is none for a user who looks at it.
    private static let visible = 0.0005

    /// The first moment behind the last one at which the value was too far away; between two points as on a line.
    private static func settled(_ points: [PlotPoint]) -> Double? {
        func distance(_ point: PlotPoint) -> Double { abs(point.y - 1) }
        guard let last = points.lastIndex(where: { distance($0) > PlotLimits.settled }) else { return points.first?.x }
        guard last + 1 < points.count else { return nil }
        let (before, after) = (points[last], points[last + 1])
        let part = (distance(before) - PlotLimits.settled) / (distance(before) - distance(after))
        return before.x + (after.x - before.x) * min(max(part, 0), 1)
    }

    /// The parameters of the animation inside of all modifiers.
    private static func parameters(of animation: Animation) -> [Parameter] {
        switch animation.base {
        case is DefaultAnimation: return parameters(of: DefaultAnimation.spring)
        case let spring as SpringAnimation: return parameters(of: spring)
        case let spring as InterpolatingSpringAnimation:
            return parameters(of: Spring(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping))
        case let curve as TimingCurveAnimation: return [Parameter(name: "duration", value: max(0, curve.duration), isTime: true)]
        case let delayed as DelayAnimation: return parameters(of: delayed.base)
        case let faster as SpeedAnimation: return parameters(of: faster.base)
        case let repeated as RepeatAnimation: return parameters(of: repeated.base)
        case let completed as LogicalCompletionAnimation: return parameters(of: completed.base)
        default: return []
        }
    }

    private static func parameters(of spring: SpringAnimation) -> [Parameter] {
        parameters(of: Spring(response: spring.response, dampingRatio: spring.dampingFraction))
    }

    private static func parameters(of spring: Spring) -> [Parameter] {
        [
            Parameter(name: "duration", value: spring.duration, isTime: true), Parameter(name: "bounce", value: spring.bounce),
            Parameter(name: "damping", value: spring.dampingRatio),
        ]
    }

    /// The text below the curve.
    var sentences: [String] {
        var parts = parameters.map { "\($0.name) \($0.isTime ? PlotNumber.seconds($0.value) : PlotNumber.short($0.value))" }
        if let peak { parts.append("peak \(PlotNumber.short(peak.y)) at \(PlotNumber.seconds(peak.x))") }
        if let trough { parts.append("lowest \(PlotNumber.short(trough.y)) at \(PlotNumber.seconds(trough.x))") }
        if let settled { parts.append("settles at \(PlotNumber.seconds(settled))") }
        parts.append(logicalEnd.isFinite ? "complete at \(PlotNumber.seconds(logicalEnd))" : "never complete")
        parts.append(end.isFinite ? "ends at \(PlotNumber.seconds(end))" : "never ends")
        return parts
    }
}
