public import Foundation

/// How a value changes over time, as keyframes say it: the whole course, which can be asked for any moment in any order.
///
/// Tracks are applied in the order in which they were written, so that of two that write the same property the last one wins. A track that is over keeps its
/// last value while others go on. Properties that no track writes are the initial value's.
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

    /// The value `time` seconds after the start: before it that at the start, after the end that at the end. A time that isn't a number counts as the start.
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

/// The tracks of keyframes, laid out in time for the value that they start from.
public struct _ResolvedKeyframes<Value> {
    /// The value that the keyframes start from.
    @usableFromInline let initialValue: Value
    /// How the value moves at the start, or `nil` when it rests.
    @usableFromInline let initialVelocity: KeyframeVelocity<Value>?
    /// The tracks, in the order in which they are applied.
    @usableFromInline var tracks: [ResolvedKeyframeTrack<Value>] = []

    @usableFromInline
    init(initialValue: Value, initialVelocity: KeyframeVelocity<Value>?) {
        self.initialValue = initialValue
        self.initialVelocity = initialVelocity
    }

    /// Adds a track that writes `keyPath`.
    @inlinable
    mutating func append<Part: Animatable>(_ keyPath: WritableKeyPath<Value, Part>, _ keyframes: [Keyframe<Part.AnimatableData>]) {
        let path = KeyframePath(
            keyframes, from: initialValue[keyPath: keyPath].animatableData, velocity: initialVelocity?.velocity(of: keyPath) ?? .zero)
        tracks.append(ResolvedKeyframeTrack(KeyframePart(keyPath), path: path))
    }

    /// Whether both write the same, whatever the rest of their values is.
    func hasSameTracks(as other: Self) -> Bool { tracks.count == other.tracks.count && zip(tracks, other.tracks).allSatisfy { $0.isSame(as: $1) } }

    /// Seconds until the last track is over.
    @usableFromInline var duration: Double { tracks.reduce(0) { max($0, $1.duration) } }

    /// The value `time` seconds after the start.
    @inlinable
    func value(at time: Double) -> Value {
        var value = initialValue
        for track in tracks { track.writeValue(&value, time) }
        return value
    }

    /// How the value moves `time` seconds after the start.
    func velocity(at time: Double) -> KeyframeVelocity<Value> {
        var velocity = KeyframeVelocity(moving: initialValue, resting: initialValue)
        for track in tracks { track.writeVelocity(&velocity, time) }
        return velocity
    }
}

/// How a value moves, per second, by all of its parts at once.
///
/// A value as a whole needn't be a vector; its parts are. So two values stand for the velocity: in one each moving part is its velocity, in the other it is
/// zero, and all else is the same in both. The velocity of any part, or of a part of a part, is the difference.
@usableFromInline
struct KeyframeVelocity<Value> {
    @usableFromInline var moving: Value
    @usableFromInline var resting: Value

    /// The velocity of a part.
    @usableFromInline
    func velocity<Part: Animatable>(of keyPath: WritableKeyPath<Value, Part>) -> Part.AnimatableData {
        moving[keyPath: keyPath].animatableData - resting[keyPath: keyPath].animatableData
    }
}

/// A track that is laid out in time, whatever part of its root it writes.
///
/// The part's type is known to functions alone. They are made where it is known to the compiler too, so that a track is evaluated as fast as if there were no
/// other types.
@usableFromInline
final class ResolvedKeyframeTrack<Root> {
    /// Seconds until the track is over.
    let duration: Double
    /// Writes the value of a moment.
    @usableFromInline let writeValue: (inout Root, Double) -> Void
    /// Writes the velocity of a moment.
    let writeVelocity: (inout KeyframeVelocity<Root>, Double) -> Void
    /// The property that the track writes; two tracks are compared by it.
    private let course: any Equatable

    @inlinable
    convenience init<Part: Animatable>(_ part: KeyframePart<Root, Part>, path: KeyframePath<Part.AnimatableData>) {
        self.init(
            duration: path.duration, course: KeyframeTrajectory(keyPath: part.keyPath, path: path),
            writeValue: { root, time in part.write(path.value(at: time), to: &root) },
            writeVelocity: { velocity, time in
                part.write(path.velocity(at: time), to: &velocity.moving)
                part.write(.zero, to: &velocity.resting)
            })
    }

    @usableFromInline
    init(
        duration: Double, course: any Equatable, writeValue: @escaping (inout Root, Double) -> Void,
        writeVelocity: @escaping (inout KeyframeVelocity<Root>, Double) -> Void
    ) {
        self.duration = duration
        self.course = course
        self.writeValue = writeValue
        self.writeVelocity = writeVelocity
    }

    /// Whether the other track writes the same to the same part.
    func isSame(as other: ResolvedKeyframeTrack) -> Bool {
        func equals<Course: Equatable>(_ course: Course) -> Bool { course == other.course as? Course }
        return equals(course)
    }
}

/// The property that a track writes.
@usableFromInline
struct KeyframeTrajectory<Root, Part: Animatable>: Equatable {
    let keyPath: WritableKeyPath<Root, Part>
    let path: KeyframePath<Part.AnimatableData>

    @usableFromInline
    init(keyPath: WritableKeyPath<Root, Part>, path: KeyframePath<Part.AnimatableData>) {
        self.keyPath = keyPath
        self.path = path
    }
}
