public import Foundation

extension Animation {
    /// Seconds after which a change of 1 is complete for a user who looks at it; infinity if it never is.
    ///
    /// An animation without a formula is asked frame by frame, at most for ``AnimatorLimits/sampled`` seconds.
    public var logicalDuration: TimeInterval {
        if let form = ClosedForm(self, magnitude: 1) { return form.logicalDuration }
        return AnimationStepper<Double>(
            self, start: 0, takeover: 0, state: AnimationState(), over: [], target: 1, limit: AnimatorLimits.sampled, environment: EnvironmentValues()
        ).logicalDuration
    }
}
