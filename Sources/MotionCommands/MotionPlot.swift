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
}
