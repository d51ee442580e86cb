/// Modifiers of a view that go through phases or along keyframes when a value changes: `phaseAnimator` and `keyframeAnimator`.
///
/// An archive holds what the view's code said for each phase and each moment, because that code doesn't run on a surface. The modifiers before the animator
/// are those of the first phase, or of the beginning, so that a surface that plays nothing shows these.
public struct ViewAnimator: Sendable, Hashable {
    /// A state of the modifiers that a change of the trigger leads to.
    public struct Phase: Sendable, Hashable {
        public var modifiers: [ViewModifier]
        /// The animation of the change to this phase; nil: it jumps.
        public var animation: ViewAnimation?

        public init(modifiers: [ViewModifier], animation: ViewAnimation?) {
            self.modifiers = modifiers
            self.animation = animation
        }
    }

    public enum Kind: Sendable, Hashable {
        /// Each change of the trigger leads to the next one, and after the last to the first. 1 to ``Limits/motionSamples``.
        case phases([Phase])
        /// The modifiers at each 60th of a second since the trigger's change, 1 to ``Limits/motionSamples``. The last ones stay. Later changes play `later`,
        /// which begins where `first` ends.
        case keyframes(first: [[ViewModifier]], later: [[ViewModifier]])
    }

    /// The digest of the value whose change starts it: 16 bytes, the same for the same value in every process.
    public var trigger: [UInt8]
    /// So many modifiers before it are replaced.
    public var modifiers: Int
    public var kind: Kind

    public init(trigger: [UInt8], modifiers: Int, kind: Kind) {
        self.trigger = trigger
        self.modifiers = modifiers
        self.kind = kind
    }

    /// All states of the modifiers.
    var states: [[ViewModifier]] {
        switch kind {
        case .phases(let phases): phases.map(\.modifiers)
        case .keyframes(let first, let later): first + later
        }
    }
}
