public import Foundation

/// What a phase animator shows at a moment.
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
    /// What animates the change to the phase from the one before; `nil` for a change without an animation, and for the first phase as it appears.
    public let animation: Animation?
    /// When the change began, in seconds.
    public let start: TimeInterval
    /// When the change is logically complete, in seconds; infinite when its animation never is.
    public let completion: TimeInterval
}

extension PhaseStep: Equatable where Phase: Equatable {}
extension PhaseStep: Sendable where Phase: Sendable {}

/// What is wrong with the phases of a phase animator.
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
