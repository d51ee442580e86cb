public import Foundation

/// Keyframes that are played again and again: what a repeating keyframe animator shows at any moment.
///
/// At the end of a lap the builder is called with the value there, and the next lap starts from it. Moments may be asked for in any order and as often as one
/// likes: the value is a function of the moment.
public struct KeyframeLoop<Value> {
    /// Laps for which the builder is called. When laps still differ after so many, hours for laps of a second, the last one is repeated; laps that don't
    /// differ are found out at once.
    public static var longestCount: Int { 10_000 }

    @usableFromInline
    struct Lap {
        @usableFromInline let timeline: KeyframeTimeline<Value>
        @usableFromInline var start: TimeInterval
        let number: Int
        /// Whether all later laps are as this one.
        @usableFromInline let repeats: Bool

        @usableFromInline
        init(timeline: KeyframeTimeline<Value>, start: TimeInterval, number: Int = 1, repeats: Bool = false) {
            self.timeline = timeline
            self.start = start
            self.number = number
            self.repeats = repeats
        }
    }

    @usableFromInline let timeline: (Value) -> KeyframeTimeline<Value>
    /// The first lap.
    @usableFromInline var first: Lap
    /// A lap that was reached, from which later ones are sooner found.
    @usableFromInline var reached: Lap
    /// Whether the keyframes are played. If not, the value at their beginning is shown.
    public private(set) var isRepeating: Bool

    /// A loop that begins at `start`.
    /// - Parameters:
    ///   - initialValue: The value that the first lap starts from.
    ///   - repeating: Whether the keyframes are played.
    ///   - start: The moment, in seconds, at which the first lap begins.
    ///   - keyframes: The keyframes of a lap that starts from the given value. It has to say the same for the same value.
    @inlinable
    public init<Content: Keyframes<Value>>(
        initialValue: Value, repeating: Bool = true, start: TimeInterval, @KeyframesBuilder<Value> keyframes: @escaping (Value) -> Content
    ) {
        self.init(initialValue: initialValue, repeating: repeating, start: start) { value in
            KeyframeTimeline(initialValue: value, initialVelocity: nil, keyframes: keyframes(value))
        }
    }

    /// A loop of laps that are laid out already.
    @usableFromInline
    init(initialValue: Value, repeating: Bool, start: TimeInterval, timeline: @escaping (Value) -> KeyframeTimeline<Value>) {
        self.timeline = timeline
        first = Lap(timeline: timeline(initialValue), start: start.isFinite ? start : 0)
        reached = first
        isRepeating = repeating
    }

    /// Begins to play at the start of the keyframes, or goes back there and stops. There is no effect where that is so already.
    /// - Parameter time: The moment, in seconds; one that isn't finite counts as that of the last start.
    public mutating func setRepeating(_ repeating: Bool, at time: TimeInterval) {
        guard repeating != isRepeating else { return }
        isRepeating = repeating
        if time.isFinite { first.start = time }
        reached = first
    }

    /// The value at a moment, in seconds.
    @inlinable
    public func value(at time: TimeInterval) -> Value {
        guard isRepeating else { return first.timeline.value(time: 0) }
        let lap = lap(at: time)
        let elapsed = time - lap.start
        let duration = lap.timeline.duration
        return lap.timeline.value(time: lap.repeats && elapsed >= duration ? elapsed.truncatingRemainder(dividingBy: duration) : elapsed)
    }

    /// Remembers the lap of a moment, so that later moments need not call the builder for the laps before. No value changes by it.
    public mutating func advance(to time: TimeInterval) {
        if isRepeating { reached = lap(at: time) }
    }

    @inlinable
    func lap(at time: TimeInterval) -> Lap {
        var lap = time >= reached.start ? reached : first
        // A lap that takes no time is the last: it would be over at once, for ever.
        while !lap.repeats, lap.timeline.duration > 0, time - lap.start >= lap.timeline.duration { lap = self.lap(after: lap) }
        return lap
    }

    @usableFromInline
    func lap(after lap: Lap) -> Lap {
        let duration = lap.timeline.duration
        let next = timeline(lap.timeline.value(time: duration))
        let number = lap.number + 1
        let repeats = next.duration > 0 && (next.hasSameTracks(as: lap.timeline) || number >= Self.longestCount)
        return Lap(timeline: next, start: lap.start + duration, number: number, repeats: repeats)
    }
}

/// Keyframes that are played once whenever a trigger changes: what a triggered keyframe animator shows at any moment after the last change.
///
/// The first change plays the keyframes from the initial value, which is shown until then. Each later one calls the builder with the value of that moment, and
/// the new keyframes go on from it. While the ones before are played they take over the velocity; after their end they begin at rest from the last value.
public struct KeyframeRun<Value, Trigger: Equatable> {
    @usableFromInline let initialValue: Value
    private let timeline: (Value, KeyframeVelocity<Value>?) -> KeyframeTimeline<Value>
    private var trigger: Trigger
    /// The keyframes that are played, or were played last, and since when.
    @usableFromInline var run: (timeline: KeyframeTimeline<Value>, start: TimeInterval)?

    /// Keyframes that wait for the first change of `trigger`.
    /// - Parameters:
    ///   - initialValue: The value until then.
    ///   - trigger: A value; its change starts the animation.
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
