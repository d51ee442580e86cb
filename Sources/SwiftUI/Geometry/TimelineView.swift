import Motion

/// A view that is drawn on a schedule.
///
/// The views of a timeline's entry are archived again at each date of the schedule until the next entry, once a second at most. So the cadence is
/// ``TimelineViewDefaultContext/Cadence/seconds``; in Always-On it is a minute. A snapshot or a preview shows the last date that has come at its own date.
nonisolated public struct TimelineView<Schedule: TimelineSchedule, Content: View>: PrimitiveView {
    public typealias Context = TimelineViewDefaultContext
    private let schedule: Schedule
    private let content: (Context) -> Content

    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
        self.schedule = schedule
        self.content = content
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let environment = inputs.environment
        environment.noteReading(\.isLuminanceReduced)
        let isReduced = environment.isLuminanceReduced
        let update = TimelineUpdate(
            of: schedule, from: environment.entryDate, at: environment.renderingDate, mode: isReduced ? .lowFrequency : .normal,
            cadence: isReduced ? .minutes : .seconds)
        inputs.resolution.record(update)
        inputs.resolution.within("TimelineView") { content(update.context)._append(to: &outputs, inputs.child(.content)) }
    }
}

private enum RenderingDateKey: EnvironmentKey { static var defaultValue: Date { Date() } }
private enum EntryDateKey: EnvironmentKey { static var defaultValue: Date? { nil } }

extension EnvironmentValues {
    /// When the views are shown.
    package var renderingDate: Date {
        get { self[RenderingDateKey.self] }
        set { self[RenderingDateKey.self] = newValue }
    }

    /// The date of the entry, from which its schedules begin; nil: when the views are shown.
    package var entryDate: Date? {
        get { self[EntryDateKey.self] }
        set { self[EntryDateKey.self] = newValue }
    }
}
