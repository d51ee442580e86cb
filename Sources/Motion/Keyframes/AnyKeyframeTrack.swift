public import Foundation

/// A track of keyframes as data that can be compared, written down, and made again: what is animated by name, vectors by their numbers.
public struct AnyKeyframeTrack: Equatable, Sendable {
    /// A keyframe. A vector's numbers are in the order of its pairs; velocities are per second.
    public enum Keyframe: Equatable, Sendable {
        case move(to: [Double])
        case linear(to: [Double], duration: TimeInterval, timingCurve: UnitCurve)
        case cubic(to: [Double], duration: TimeInterval, startVelocity: [Double]?, endVelocity: [Double]?)
        case spring(to: [Double], duration: TimeInterval?, spring: Spring, startVelocity: [Double]?)
    }

    /// The name of the animated property; empty for the whole value.
    public var property: String
    /// In their order.
    public var keyframes: [Keyframe]

    public init(property: String = "", keyframes: [Keyframe]) {
        self.property = property
        self.keyframes = keyframes
    }

    /// The keyframes of `content`; `nil` where its vectors are of a type of somebody else's.
    public init?<Content: KeyframeTrackContent>(property: String = "", @KeyframeTrackContentBuilder<Content.Value> content: () -> Content) {
        var resolved = _ResolvedKeyframeTrackContent<Content.Value>()
        content()._resolve(into: &resolved)
        var keyframes: [Keyframe] = []
        for keyframe in resolved.keyframes {
            guard let written = Keyframe(keyframe) else { return nil }
            keyframes.append(written)
        }
        self.init(property: property, keyframes: keyframes)
    }

    /// The track's keyframes for a value like `example`, whose vector has as many numbers; `nil` where it hasn't.
    public func content<Value: Animatable>(like example: Value) -> (some KeyframeTrackContent<Value>)? {
        let read = keyframes.compactMap { $0.read(like: example.animatableData) }
        guard read.count == keyframes.count else { return ReadKeyframes<Value>?.none }
        return ReadKeyframes<Value>(keyframes: read)
    }
}

/// Keyframes that were written down.
private struct ReadKeyframes<Value: Animatable>: KeyframeTrackContent {
    let keyframes: [Keyframe<Value.AnimatableData>]

    var body: Self { self }

    func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes += keyframes }
}

extension AnyKeyframeTrack.Keyframe {
    fileprivate init?<Data: VectorArithmetic>(_ keyframe: Keyframe<Data>) {
        func numbers(_ data: Data) -> [Double]? { (data as? any VectorComponents)?.components }
        switch keyframe {
        case .move(let to):
            guard let to = numbers(to) else { return nil }
            self = .move(to: to)
        case .linear(let to, let duration, let curve):
            guard let to = numbers(to) else { return nil }
            self = .linear(to: to, duration: duration, timingCurve: curve)
        case .cubic(let to, let duration, let startVelocity, let endVelocity):
            guard let to = numbers(to) else { return nil }
            self = .cubic(to: to, duration: duration, startVelocity: startVelocity.flatMap(numbers), endVelocity: endVelocity.flatMap(numbers))
        case .spring(let to, let duration, let spring, let startVelocity):
            guard let to = numbers(to) else { return nil }
            self = .spring(to: to, duration: duration, spring: spring, startVelocity: startVelocity.flatMap(numbers))
        }
    }

    fileprivate func read<Data: VectorArithmetic>(like example: Data) -> Keyframe<Data>? {
        func data(_ numbers: [Double]) -> Data? { (type(of: example) as? any VectorComponents.Type).flatMap { Self.read(numbers, as: $0) as? Data } }
        /// A velocity: none where none was written, `nil` where it can't be read.
        func velocity(_ numbers: [Double]?) -> Data?? { numbers.map { data($0).map(Optional.some) } ?? .some(nil) }
        switch self {
        case .move(let to): return data(to).map { .move(to: $0) }
        case .linear(let to, let duration, let curve): return data(to).map { .linear(to: $0, duration: duration, curve: curve) }
        case .cubic(let to, let duration, let startVelocity, let endVelocity):
            guard let to = data(to), let startVelocity = velocity(startVelocity), let endVelocity = velocity(endVelocity) else { return nil }
            return .cubic(to: to, duration: duration, startVelocity: startVelocity, endVelocity: endVelocity)
        case .spring(let to, let duration, let spring, let startVelocity):
            guard let to = data(to), let startVelocity = velocity(startVelocity) else { return nil }
            return .spring(to: to, duration: duration, spring: spring, startVelocity: startVelocity)
        }
    }

    private static func read<Vector: VectorComponents>(_ numbers: [Double], as type: Vector.Type) -> Vector? {
        var rest = numbers[...]
        guard let vector = Vector(components: &rest), rest.isEmpty else { return nil }
        return vector
    }
}
