public import Foundation

/// Another animation's course, frame by frame: it carries an algorithm of one's own to a place without its code.
public struct SampledAnimation: CustomAnimation {
    /// The part of a change that is covered at each frame, from the start on; one frame after the last all of it is.
    public let samples: [Double]

    /// Frames a second.
    public static let framesPerSecond = 60.0
    /// The most samples there are: those of 2 s, the longest animation of a widget.
    public static let limit = 121

    /// An animation that does what `samples` say; those beyond the ``limit`` are left out, and one that isn't finite ends it.
    public init(samples: [Double]) { self.samples = Array(samples.prefix(Self.limit).prefix { $0.isFinite }) }

    /// An animation that does what `animation` does to a change from 0 to 1 in an environment, for at most 2 s.
    public init(_ animation: Animation, in environment: EnvironmentValues = EnvironmentValues()) {
        var context = AnimationContext<Double>(environment: environment)
        var samples: [Double] = []
        while samples.count < Self.limit, let covered = animation.animate(value: 1, time: Double(samples.count) / Self.framesPerSecond, context: &context) {
            samples.append(covered)
        }
        self.init(samples: samples)
    }

    /// Seconds until it has finished.
    public var duration: TimeInterval { Double(samples.count) / Self.framesPerSecond }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        time < duration ? value.scaled(by: progress(at: time)) : nil
    }

    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        time < duration ? value.scaled(by: rate(at: time)) : nil
    }

    func progress(at time: TimeInterval) -> Double {
        let (frame, rest) = position(at: time)
        return self[frame].interpolated(towards: self[frame + 1], amount: rest)
    }

    func rate(at time: TimeInterval) -> Double {
        let (frame, _) = position(at: time)
        return (self[frame + 1] - self[frame]) * Self.framesPerSecond
    }

    private subscript(frame: Int) -> Double { frame < samples.count ? samples[frame] : 1 }

    private func position(at time: TimeInterval) -> (frame: Int, rest: Double) {
        let position = min(max(0, time * Self.framesPerSecond), Double(samples.count))
        let frame = position.rounded(.down)
        return (Int(frame), position - frame)
    }
}
