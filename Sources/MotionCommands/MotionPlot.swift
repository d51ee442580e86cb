import Motion

/// Curves that are looked at together, on the same axes.
struct MotionPlot {
    let curves: [MotionCurve]
    let figures: [MotionFigures]
    /// Seconds that are shown.
    let duration: Double
    /// The values that the curves take, with 0 and 1.
    let values: ClosedRange<Double>

    /// - Parameter duration: seconds that are shown; nil: as long as anything moves, but at most ``PlotLimits/endless`` of what never ends.
    init(_ specs: [AnimationSpec], duration: Double? = nil) {
        let curves = specs.map(MotionCurve.init)
        self.curves = curves
        figures = curves.map(MotionFigures.init)
        let seen = curves.map { $0.end.isFinite ? $0.seen * (1 + PlotLimits.afterEnd) : $0.seen }.max() ?? 0
        let shown = min(duration ?? max(seen, PlotLimits.still), PlotLimits.duration.upperBound)
        self.duration = shown
        values = curves.reduce(0...1) { range, curve in
            curve.points(PlotLimits.samples, until: shown).reduce(range) { min($0.lowerBound, $1.y)...max($0.upperBound, $1.y) }
        }
    }

    /// A vertical line in a plot.
    enum Mark: CaseIterable {
        /// Where the animation is complete for a user who looks at it.
        case complete
        /// Where nothing moves any more.
        case end
        /// Where a widget shows the final value, whatever was left.
        case cut

        var name: String {
            switch self {
            case .complete: "complete"
            case .end: "end"
            case .cut: "cut in widgets, \(PlotNumber.seconds(AnimatorLimits.widget))"
            }
        }
    }

    /// The marks of a curve that are in sight, each with its time.
    func marks(of curve: MotionCurve) -> [(mark: Mark, time: Double)] {
        let marks: [(mark: Mark, time: Double)] = [(.cut, AnimatorLimits.widget), (.complete, curve.logicalEnd), (.end, curve.end)]
        return marks.filter { $0.time > 0 && $0.time <= duration }
    }

    /// The marks that are in sight anywhere, in the order of ``Mark``.
    var marks: [Mark] { Mark.allCases.filter { mark in curves.contains { curve in marks(of: curve).contains { $0.mark == mark } } } }

    /// Values a second in what ``json(string:)`` gives: as many as a screen shows.
    static let framesPerSecond = 60.0

    /// The figures and values of each curve, as fields of an object.
    /// - Parameter string: how text is written as JSON.
    func json(string: (String) -> String) -> String {
        let objects = zip(curves, figures).map { curve, figures in
            var fields = ["\"animation\":\(string(curve.label))"]
            fields += figures.parameters.map { "\(string($0.name)):\(Self.number($0.value))" }
            func add(_ name: String, _ point: PlotPoint?) {
                if let point { fields.append("\"\(name)\":{\"time\":\(Self.number(point.x)),\"value\":\(Self.number(point.y))}") }
            }
            add("peak", figures.peak)
            add("lowest", figures.trough)
            // A time that never comes has no field.
            for (name, time) in [("settled", figures.settled), ("complete", figures.logicalEnd), ("end", figures.end)] {
                if let time, time.isFinite { fields.append("\"\(name)\":\(Self.number(time))") }
            }
            let count = Int((duration * Self.framesPerSecond + 1e-9).rounded(.down))
            let values = (0...count).map { Self.number(curve.value(at: Double($0) / Self.framesPerSecond)) }
            return "{\(fields.joined(separator: ",")),\"values\":[\(values.joined(separator: ","))]}"
        }
        return "\"framesPerSecond\":\(PlotNumber.short(Self.framesPerSecond)),\"curves\":[\(objects.joined(separator: ","))]"
    }

    private static func number(_ value: Double) -> String { value.isFinite ? PlotNumber.short(value, 6) : "null" }
}

/// A point of a curve, or of a picture.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double
}

/// The effect of an animation on a value that changes from 0 to 1 at the time 0.
struct MotionCurve {
    /// The animation as it was written.
    let label: String
    let animation: Animation
    /// Seconds after which nothing moves any more; infinity if that never is.
    let end: Double
    /// Seconds after which it is complete for a user who looks at it.
    let logicalEnd: Double
    private let animator: Animator<Double>

    init(_ spec: AnimationSpec) {
        label = spec.text
        animation = spec.animation
        let animator = Animator(0.0)
        animator.set(1, at: 0, transaction: Transaction(animation: spec.animation))
        self.animator = animator
        end = animator.end ?? 0
        logicalEnd = min(spec.animation.logicalDuration, end)
    }

    /// The value at a time, in units of the change.
    func value(at time: Double) -> Double {
        let value = animator.frame(at: time).value
        return value.isNaN ? 1 : min(max(value, -PlotLimits.value), PlotLimits.value)
    }

    /// So many values, evenly from the beginning to `duration`.
    func points(_ count: Int, until duration: Double) -> [PlotPoint] {
        (0..<count).map { index in
            let time = duration * Double(index) / Double(max(1, count - 1))
            return PlotPoint(x: time, y: value(at: time))
        }
    }

    /// Seconds that are worth seeing.
    var seen: Double { end.isFinite ? max(min(end, PlotLimits.duration.upperBound), 0) : PlotLimits.endless }
}
