import Motion

/// An animation that is only there to be told from others.
struct Marker: CustomAnimation {
    let number: Int

    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? { nil }

    static func animation(_ number: Int) -> Animation { Animation(Marker(number: number)) }
}

struct BodyFailed: Error, Equatable {}
