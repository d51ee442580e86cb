import Motion

/// A motion that a property is tried on: a spring, where it goes, and how fast it starts.
struct RandomMotion: CustomStringConvertible {
    enum Damping: CaseIterable { case under, critical, over }

    let spring: Spring
    let target: Double
    let velocity: Double
    /// A moment of the motion, in seconds.
    let time: Double

    init(_ damping: Damping, using generator: inout SeededGenerator) {
        let bounce =
            switch damping {
            case .under: Double.random(in: 0.001..<0.99, using: &generator)
            case .critical: 0.0
            case .over: Double.random(in: -0.9 ..< -0.01, using: &generator)
            }
        spring = Spring(duration: .random(in: 0.1...2, using: &generator), bounce: bounce)
        target = .random(in: -100...100, using: &generator)
        velocity = .random(in: -100...100, using: &generator)
        time = .random(in: 0...3, using: &generator)
    }

    /// So many motions, the same in every run.
    static func many(_ damping: [Damping] = Damping.allCases, count: Int = 300, seed: UInt64) -> [RandomMotion] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { RandomMotion(damping[$0 % damping.count], using: &generator) }
    }

    func value(at time: Double) -> Double { spring.value(target: target, initialVelocity: velocity, time: time) }

    var description: String { "bounce \(spring.bounce), duration \(spring.duration), target \(target), velocity \(velocity), time \(time)" }
}
