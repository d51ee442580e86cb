/// The tracks of keyframes, laid out in time for the value that they start from.
public struct _ResolvedKeyframes<Value> {
    /// The value that the keyframes start from.
    let initialValue: Value
    /// How the value moves at the start, or `nil` when it rests.
    let initialVelocity: KeyframeVelocity<Value>?
    /// The tracks, in the order in which they are applied.
    private(set) var tracks: [any ResolvedKeyframeTrack<Value>] = []

    init(initialValue: Value, initialVelocity: KeyframeVelocity<Value>? = nil) {
        self.initialValue = initialValue
        self.initialVelocity = initialVelocity
    }

    /// Adds a track that writes `keyPath`.
    mutating func append<Part: Animatable>(_ keyPath: WritableKeyPath<Value, Part>, _ keyframes: [Keyframe<Part.AnimatableData>]) {
        let path = KeyframePath(
            keyframes, from: initialValue[keyPath: keyPath].animatableData, velocity: initialVelocity?.velocity(of: keyPath) ?? .zero)
        tracks.append(KeyPathTrack(keyPath: keyPath, path: path))
    }

    /// Whether both write the same, whatever the rest of their values is.
    func hasSameTracks(as other: Self) -> Bool { tracks.count == other.tracks.count && zip(tracks, other.tracks).allSatisfy { $0.isSame(as: $1) } }

    /// Seconds until the last track is over.
    var duration: Double { tracks.reduce(0) { max($0, $1.duration) } }

    /// The value `time` seconds after the start.
    func value(at time: Double) -> Value {
        var value = initialValue
        for track in tracks { track.apply(to: &value, at: time) }
        return value
    }

    /// How the value moves `time` seconds after the start.
    func velocity(at time: Double) -> KeyframeVelocity<Value> {
        var velocity = KeyframeVelocity(moving: initialValue, resting: initialValue)
        for track in tracks { track.apply(to: &velocity, at: time) }
        return velocity
    }
}

/// How a value moves, per second, by all of its parts at once.
///
/// A value as a whole needn't be a vector; its parts are. So two values stand for the velocity: in one each moving part is its velocity, in the other it is
/// zero, and all else is the same in both. The velocity of any part, or of a part of a part, is the difference.
struct KeyframeVelocity<Value> {
    var moving: Value
    var resting: Value

    /// The velocity of a part.
    func velocity<Part: Animatable>(of keyPath: WritableKeyPath<Value, Part>) -> Part.AnimatableData {
        moving[keyPath: keyPath].animatableData - resting[keyPath: keyPath].animatableData
    }
}

/// A track that is laid out in time, whatever it writes.
protocol ResolvedKeyframeTrack<Root>: AnyObject {
    associatedtype Root
    /// Seconds until the track is over.
    var duration: Double { get }
    /// Writes the track's value.
    func apply(to root: inout Root, at time: Double)
    /// Writes the track's velocity.
    func apply(to velocity: inout KeyframeVelocity<Root>, at time: Double)
    /// Whether the other track writes the same to the same part.
    func isSame(as other: any ResolvedKeyframeTrack<Root>) -> Bool
}

/// A track that writes a part of its root. It is a class, so that a list of unlike tracks can be gone through without copying them.
private final class KeyPathTrack<Root, Part: Animatable>: ResolvedKeyframeTrack {
    private let keyPath: WritableKeyPath<Root, Part>
    private let path: KeyframePath<Part.AnimatableData>

    init(keyPath: WritableKeyPath<Root, Part>, path: KeyframePath<Part.AnimatableData>) {
        self.keyPath = keyPath
        self.path = path
    }

    var duration: Double { path.duration }

    func apply(to root: inout Root, at time: Double) { write(path.value(at: time), to: &root) }

    func apply(to velocity: inout KeyframeVelocity<Root>, at time: Double) {
        write(path.velocity(at: time), to: &velocity.moving)
        write(.zero, to: &velocity.resting)
    }

    func isSame(as other: any ResolvedKeyframeTrack<Root>) -> Bool {
        guard let other = other as? KeyPathTrack<Root, Part> else { return false }
        return keyPath == other.keyPath && path == other.path
    }

    /// The part is read and written as a whole: changing it in place would allocate.
    private func write(_ data: Part.AnimatableData, to root: inout Root) {
        var part = root[keyPath: keyPath]
        part.animatableData = data
        root[keyPath: keyPath] = part
    }
}
