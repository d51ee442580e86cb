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
