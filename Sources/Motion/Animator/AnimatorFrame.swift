/// What an ``Animator`` shows at a moment.
public struct AnimatorFrame<Value: Animatable> {
    /// A value that shows below the next one.
    public struct Layer {
        public let value: Value
        /// From 0 to 1.
        public let opacity: Double
    }

    /// The value to show.
    public let value: Value
    /// How much of it is seen, from 0 to 1: 1 unless it fades in.
    public let opacity: Double
    /// What shows below it while it fades in, the lowest first.
    public let underneath: [Layer]
    /// Whether a later frame may differ.
    public let isAnimating: Bool

    init(value: Value, opacity: Double = 1, underneath: [Layer] = [], isAnimating: Bool = false) {
        self.value = value
        self.opacity = opacity
        self.underneath = underneath
        self.isAnimating = isAnimating
    }
}

extension AnimatorFrame: Sendable where Value: Sendable {}
extension AnimatorFrame.Layer: Sendable where Value: Sendable {}
