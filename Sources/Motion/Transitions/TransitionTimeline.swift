/// The part of an animation's way in which an effect happens, from 0, the start, to 1, the end.
public struct TransitionTimeline: Equatable, Hashable, Sendable {
    /// Where the effect begins, in 0...1.
    public let begin: Double
    /// How much of the way it takes, more than 0.
    public let duration: Double

    /// All of the way.
    public static let whole = TransitionTimeline(begin: 0, duration: 1)

    /// A part of the way. What begins outside of 0...1 or takes no time at all (or isn't a number) is all of the way.
    public init(begin: Double, duration: Double) {
        let isPart = (0...1).contains(begin) && duration > 0 && duration.isFinite
        self.begin = isPart ? begin : 0
        self.duration = isPart ? duration : 1
    }

    /// How far the effect is where the animation is at `progress`. A spring that goes beyond its end takes the effect along.
    public func progress(_ progress: Double) -> Double { max(0, (progress - begin) / duration) }
}
