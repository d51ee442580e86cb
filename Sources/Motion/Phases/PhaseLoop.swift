public import Foundation

/// Phases that are gone through again and again: what a phase animator without a trigger shows at any moment.
///
/// The first phase appears, and at the next frame the change to the second one begins. Each change begins when the one before is logically complete. The
/// frame is a function of the moment, and may be asked for in any order and as often as one likes.
public struct PhaseLoop<Phase> {
    private let table: PhaseTable<Phase>
    private let start: TimeInterval
    /// Seconds for all of the changes, one to each phase.
    private let lap: TimeInterval

    /// A loop that begins at `start`.
    /// - Parameters:
    ///   - phases: The phases. Where there are none a warning is shown; a single one stays.
    ///   - start: The moment, in seconds, at which the first phase appears.
    ///   - animation: The animation of the change to a phase, or `nil` for none: the next change begins at the next frame. It is asked once for each phase.
    public init(_ phases: some Sequence<Phase>, start: TimeInterval, animation: (Phase) -> Animation? = { _ in .default }) {
        table = PhaseTable(phases, animation: animation)
        self.start = start.isFinite ? start : 0
        lap = table.durations.reduce(0, +)
    }

    /// The frame at a moment, in seconds; one that isn't finite counts as the start.
    public func frame(at time: TimeInterval) -> PhaseFrame<Phase> {
        let begin = start + PhaseTable<Phase>.shortestChange
        guard time.isFinite, time >= begin, table.count > 1 else { return table.appearance(at: start) }
        // An endless change makes the lap endless: then this is the first one.
        let lapStart = lap.isFinite ? begin + ((time - begin) / lap).rounded(.down) * lap : begin
        var changeStart = lapStart
        // The first change of a lap is that to the second phase, the last one that to the first phase.
        for index in 1..<table.count {
            let completion = changeStart + table.durations[index]
            if time < completion { return table.step(to: index, from: changeStart) }
            changeStart = completion
        }
        return table.step(to: 0, from: changeStart)
    }
}

/// The phases of an animator, and how long the change to each takes.
private struct PhaseTable<Phase> {
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

/// Phases of which a trigger shows the next one whenever it changes, and after the last one the first again: what a phase animator with a trigger shows at
/// any moment after the last change.
public struct PhaseRun<Phase, Trigger: Equatable> {
    private let table: PhaseTable<Phase>
    private var trigger: Trigger
    /// Whether the trigger has changed. Until then the first phase is shown as it appeared.
    private var hasChanged = false
    /// The phase that is shown.
    private var index = 0
    /// Since when it is, in seconds.
    private var start: TimeInterval

    /// The first of the phases, which waits for a change of `trigger`.
    /// - Parameters:
    ///   - phases: The phases. Where there are none a warning is shown.
    ///   - trigger: A value; its change starts the animation.
    ///   - start: The moment, in seconds, at which the first phase appears.
    ///   - animation: The animation of the change to a phase, or `nil` for none. It is asked once for each phase.
    public init(_ phases: some Sequence<Phase>, trigger: Trigger, start: TimeInterval, animation: (Phase) -> Animation? = { _ in .default }) {
        table = PhaseTable(phases, animation: animation)
        self.trigger = trigger
        self.start = start.isFinite ? start : 0
    }

    /// Tells the trigger's value. Nothing happens when it is the one that it was; otherwise the change to the next phase begins, whether the one before is
    /// complete or not.
    /// - Parameters:
    ///   - trigger: The value.
    ///   - time: The moment, in seconds. One before the last change, or which isn't finite, counts as that of the last change.
    public mutating func update(trigger: Trigger, at time: TimeInterval) {
        guard trigger != self.trigger else { return }
        self.trigger = trigger
        guard table.count > 0 else { return }
        hasChanged = true
        index = (index + 1) % table.count
        if time.isFinite { start = max(start, time) }
    }

    /// The frame since the last change of the trigger: the phase that it led to. The animation's progress depends on the moment.
    public var frame: PhaseFrame<Phase> { hasChanged ? table.step(to: index, from: start) : table.appearance(at: start) }
}

/// A frame of a phase animator.
public enum PhaseFrame<Phase> {
    /// A phase, and how it is reached.
    case step(PhaseStep<Phase>)
    /// A marker in place of the content, which nobody can overlook, and what to log.
    case warning(PhaseWarning)

    /// The phase, or `nil` where a marker is shown.
    public var phase: Phase? { step?.phase }

    /// The step, or `nil` where a marker is shown.
    public var step: PhaseStep<Phase>? { if case .step(let step) = self { step } else { nil } }
}

extension PhaseFrame: Equatable where Phase: Equatable {}
extension PhaseFrame: Sendable where Phase: Sendable {}

/// A phase that is shown, and how it is reached.
public struct PhaseStep<Phase> {
    /// The phase.
    public let phase: Phase
    /// Its place among the phases, from 0.
    public let index: Int
    /// The animation from the phase before; `nil` for a change without an animation, and for the first phase as it appears.
    public let animation: Animation?
    /// When the change began, in seconds.
    public let start: TimeInterval
    /// When the change is logically complete, in seconds; infinite when its animation never is.
    public let completion: TimeInterval
}

extension PhaseStep: Equatable where Phase: Equatable {}
extension PhaseStep: Sendable where Phase: Sendable {}

/// A fault in the phases of a phase animator.
public enum PhaseWarning: Hashable, Sendable, CustomStringConvertible {
    /// There are no phases.
    case noPhases

    /// A sentence for the log.
    public var description: String {
        switch self {
        case .noPhases: "A phase animator has no phases, so a marker is shown in place of its content: give it at least one phase."
        }
    }
}
