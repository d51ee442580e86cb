extension Transaction {
    /// Whether an animation was set, be it none.
    public var setsAnimation: Bool { isSet(AnimationKey.self) }

    /// The animation of a change in a widget or a Live Activity: the one that was set, also where that is none, and ``Animation/default`` where nothing was said.
    ///
    /// There is none where animations are disabled.
    /// - Parameter isLuminanceReduced: Whether the display is in Always-On, where nothing is animated.
    public func widgetAnimation(isLuminanceReduced: Bool = false) -> Animation? {
        guard !isLuminanceReduced, !disablesAnimations else { return nil }
        return setsAnimation ? animation : .default
    }
}
