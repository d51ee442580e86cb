public import Foundation

/// How a value changes over time, as keyframes say it: the whole course, which can be asked for any moment in any order.
///
/// Tracks are applied in the order in which they were written, so that of two that write the same property the last one wins. A track that is over keeps its
/// last value while others go on. What no track writes is the initial value's.
public struct KeyframeTimeline<Value> {
    @usableFromInline let keyframes: _ResolvedKeyframes<Value>

    /// Seconds until the longest track is over.
    public let duration: TimeInterval

    /// The course of a value that starts at `initialValue`, at rest.
    @inlinable
    public init(initialValue: Value, @KeyframesBuilder<Value> content: () -> some Keyframes<Value>) {
        self.init(initialValue: initialValue, initialVelocity: nil, keyframes: content())
    }

    /// The course of a value that starts at `initialValue`, moving.
    @inlinable
    init(initialValue: Value, initialVelocity: KeyframeVelocity<Value>?, keyframes: some Keyframes<Value>) {
        var resolved = _ResolvedKeyframes(initialValue: initialValue, initialVelocity: initialVelocity)
        keyframes._resolve(into: &resolved)
        self.keyframes = resolved
        duration = resolved.duration
    }

    /// The value `time` seconds after the start: before it that at the start, after the end that at the end. What isn't a number counts as the start.
    @inlinable
    public func value(time: Double) -> Value { keyframes.value(at: time) }

    /// The value at a part of the duration, from 0 to 1.
    @inlinable
    public func value(progress: Double) -> Value { value(time: progress * duration) }

    /// Whether both write the same, whatever the rest of their values is.
    func hasSameTracks(as other: Self) -> Bool { keyframes.hasSameTracks(as: other.keyframes) }

    /// How the value moves.
    func velocity(time: Double) -> KeyframeVelocity<Value> { keyframes.velocity(at: time) }
}
