public import Foundation

/// Keyframes that are played once whenever a trigger changes: what a triggered keyframe animator shows at any moment after the last change.
///
/// The first change plays the keyframes from the initial value, which is shown until then. Each later one calls the builder with the value of that moment, and
/// the new keyframes go on from it: with its velocity while the ones before are played, at rest from their last value after their end.
public struct KeyframeRun<Value, Trigger: Equatable> {
    @usableFromInline let initialValue: Value
    private let timeline: (Value, KeyframeVelocity<Value>?) -> KeyframeTimeline<Value>
    private var trigger: Trigger
    /// The keyframes that are played, or were played last, and since when.
    @usableFromInline var run: (timeline: KeyframeTimeline<Value>, start: TimeInterval)?

    /// Keyframes that wait for the first change of `trigger`.
    /// - Parameters:
    ///   - initialValue: The value until then.
    ///   - trigger: What has to change.
    ///   - keyframes: The keyframes for a value to start from.
    @inlinable
    public init<Content: Keyframes<Value>>(
        initialValue: Value, trigger: Trigger, @KeyframesBuilder<Value> keyframes: @escaping (Value) -> Content
    ) {
        self.init(initialValue: initialValue, trigger: trigger) { value, velocity in
            KeyframeTimeline(initialValue: value, initialVelocity: velocity, keyframes: keyframes(value))
        }
    }

    /// A run of keyframes that are laid out already, for a value and how it moves.
    @usableFromInline
    init(initialValue: Value, trigger: Trigger, timeline: @escaping (Value, KeyframeVelocity<Value>?) -> KeyframeTimeline<Value>) {
        self.initialValue = initialValue
        self.trigger = trigger
        self.timeline = timeline
    }

    /// Tells the trigger's value. Nothing happens when it is the one that it was.
    /// - Parameters:
    ///   - trigger: The value.
    ///   - time: The moment, in seconds. One before the last change, or which isn't finite, counts as that of the last change.
    public mutating func update(trigger: Trigger, at time: TimeInterval) {
        guard trigger != self.trigger else { return }
        self.trigger = trigger
        let last = run?.start
        let time = time.isFinite ? max(time, last ?? time) : last ?? 0
        if let run {
            let elapsed = time - run.start
            self.run = (timeline(run.timeline.value(time: elapsed), run.timeline.velocity(time: elapsed)), time)
        } else {
            run = (timeline(initialValue, nil), time)
        }
    }

    /// The value at a moment, in seconds; one before the last change counts as that of the change.
    @inlinable
    public func value(at time: TimeInterval) -> Value {
        guard let run else { return initialValue }
        return run.timeline.value(time: time - run.start)
    }

    /// Whether the value may still change after `time`.
    public func isPlaying(at time: TimeInterval) -> Bool { end.map { time < $0 } ?? false }

    /// When the keyframes that are played come to their end, or did so: `nil` before the first change.
    public var end: TimeInterval? { run.map { $0.start + $0.timeline.duration } }
}
