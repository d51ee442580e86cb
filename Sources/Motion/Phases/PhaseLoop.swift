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

    /// What is shown at a moment, in seconds; one that isn't finite counts as the start.
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
