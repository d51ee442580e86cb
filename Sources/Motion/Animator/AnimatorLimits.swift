public import Foundation

/// The limits of an ``Animator``.
public enum AnimatorLimits {
    /// Seconds after an update at which a widget or Live Activity shows it whole: the original's longest animation.
    public static let widget: TimeInterval = 2.0
    /// Frames a second at which an animation without a formula is asked.
    public static let framesPerSecond = 60.0
    /// Seconds for which such an animation is followed where nothing else limits it.
    public static let sampled: TimeInterval = 60
    /// Animations that run beside each other on one value. Beyond it those that run stop where they are.
    static let beside = 32
    /// Values that fade below one another where motion is reduced.
    static let fades = 8
}
