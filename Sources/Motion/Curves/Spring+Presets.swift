public import Foundation

/// The presets last half a second, as ``Spring/init(duration:bounce:)`` does, and differ by their bounce: 0, 0.15 and 0.3.
extension Spring {
    /// The bounce of ``snappy``.
    static let snappyBounce = 0.15

    /// The bounce of ``bouncy``.
    static let bouncyBounce = 0.3

    /// A spring without bounce.
    public static var smooth: Spring { smooth() }

    /// A spring without bounce, tuned.
    /// - Parameters:
    ///   - duration: How long it seems to last, in seconds.
    ///   - extraBounce: What is added to the preset's bounce of 0.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: extraBounce)
    }

    /// A spring with a small bounce.
    public static var snappy: Spring { snappy() }

    /// A spring with a small bounce, tuned.
    /// - Parameters:
    ///   - duration: How long it seems to last, in seconds.
    ///   - extraBounce: What is added to the preset's bounce of 0.15.
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: snappyBounce + extraBounce)
    }

    /// A spring with more bounce.
    public static var bouncy: Spring { bouncy() }

    /// A spring with more bounce, tuned.
    /// - Parameters:
    ///   - duration: How long it seems to last, in seconds.
    ///   - extraBounce: What is added to the preset's bounce of 0.3.
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: bouncyBounce + extraBounce)
    }
}
