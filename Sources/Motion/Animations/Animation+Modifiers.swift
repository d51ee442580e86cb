public import Foundation

// Animations made of others.
extension Animation {
    /// Starts `delay` seconds later; a negative delay starts in the middle.
    public func delay(_ delay: TimeInterval) -> Animation { Animation(DelayAnimation(base: self, delay: delay)) }

    /// Runs `speed` times as fast: 2 takes half the time. 0 or less never moves.
    public func speed(_ speed: Double) -> Animation { Animation(SpeedAnimation(base: self, speed: speed)) }

    /// Runs `repeatCount` times; at least once.
    /// - Parameter autoreverses: Each second time runs backwards, and counts.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        Animation(RepeatAnimation(base: self, repeatCount: repeatCount, autoreverses: autoreverses))
    }

    /// Runs again and again, as long as what it animates is there.
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(RepeatAnimation(base: self, repeatCount: nil, autoreverses: autoreverses))
    }

    /// Counts as complete after `duration` seconds, whatever it still does.
    public func logicallyComplete(after duration: TimeInterval) -> Animation {
        Animation(LogicalCompletionAnimation(base: self, duration: duration))
    }
}
