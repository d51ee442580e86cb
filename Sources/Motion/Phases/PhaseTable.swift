import Foundation

/// The phases of an animator, and how long the change to each takes.
struct PhaseTable<Phase> {
    /// Phases that are looked at, so that a sequence without an end has one.
    static var longestCount: Int { 10_000 }

    /// Seconds that a change takes at least: a frame of a display that shows 60 a second. A change without an animation, or whose animation takes no time, is
    /// complete at the next frame, so that an animator never goes through its phases without showing them.
    static var shortestChange: TimeInterval { 1.0 / 60 }

    private let phases: [Phase]
    private let animations: [Animation?]
    /// Seconds until the change to a phase is logically complete.
    let durations: [TimeInterval]

    /// - Parameter animation: The animation of the change to a phase.
    init(_ phases: some Sequence<Phase>, animation: (Phase) -> Animation?) {
        self.phases = Array(phases.prefix(Self.longestCount))
        animations = self.phases.map(animation)
        durations = animations.map { animation in
            let duration = animation?.logicalDuration ?? 0
            return duration > Self.shortestChange ? duration : Self.shortestChange
        }
    }

    var count: Int { phases.count }

    /// The phase at `index`, reached by a change that began at `start`.
    func step(to index: Int, from start: TimeInterval) -> PhaseFrame<Phase> {
        .step(PhaseStep(phase: phases[index], index: index, animation: animations[index], start: start, completion: start + durations[index]))
    }

    /// The first phase as it appears at `start`, or the warning that there is none.
    func appearance(at start: TimeInterval) -> PhaseFrame<Phase> {
        guard let phase = phases.first else { return .warning(.noPhases) }
        return .step(PhaseStep(phase: phase, index: 0, animation: nil, start: start, completion: start + Self.shortestChange))
    }
}
