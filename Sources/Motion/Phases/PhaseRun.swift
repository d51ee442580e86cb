public import Foundation

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
    ///   - trigger: What has to change.
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

    /// What is shown since the last change of the trigger: the phase that it led to. How far the animation has got is a matter of the moment.
    public var frame: PhaseFrame<Phase> { hasChanged ? table.step(to: index, from: start) : table.appearance(at: start) }
}
