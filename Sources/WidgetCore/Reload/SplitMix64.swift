/// A small seeded generator: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014). The same seed gives the same
/// numbers on every machine, so that a run of the engine can be repeated. For jitter, not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
    private var state: UInt64

    /// A generator whose numbers follow from `seed` alone.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random interval from `low` to `high`, both included; `low` where `high` is less.
    mutating func interval(from low: Milliseconds, to high: Milliseconds) -> Milliseconds {
        guard low < high else { return low }
        return Milliseconds(Int64.random(in: low.count...high.count, using: &self))
    }
}
