import CommandRendering
import WidgetAPI
import WidgetCore

/// The activity of a command that runs. The command comes first: nothing here waits for the daemon before the end, and what goes wrong is said once.
final class CommandActivity {
    private let keeper: ActivityKeeper
    private(set) var task: TaskActivity
    private var hasBeenShown = false
    private var hasComplained = false

    /// - Parameter takesFreeTag: a tag that another one has is changed a little.
    init(_ client: WidgetClient, _ task: TaskActivity, tag: String, takesFreeTag: Bool) {
        keeper = ActivityKeeper(
            at: client.location, .with { ($0.app, $0.tag, $0.type, $0.attributes) = ("widgetctl", tag, TaskActivity.type, task.attributes) },
            takesFreeTag: takesFreeTag, timeout: client.timeout)
        self.task = task
    }

    /// Becomes readable when ``complaint()`` may have something to say; -1: it has nothing to say any more.
    var descriptor: Int32 { hasComplained || hasBeenShown ? -1 : keeper.descriptor }

    func begin() { keeper.show(content) }

    /// Shows how far the command has come.
    func show(_ progress: Double?) {
        guard progress != task.progress else { return }
        task.progress = progress
        keeper.show(content)
    }

    /// Shows how the command ended, and gives the daemon a moment to take that.
    func end(_ end: RunningCommand.End, at date: Timestamp, dismissal: ActivityDismissalPolicy) {
        task.finishedAt = date
        switch end {
        case .exited(0): task.outcome = .success
        case .exited(let status): (task.outcome, task.detail) = (.failure, "exit status \(status)")
        case .signalled(let number): (task.outcome, task.detail) = (.failure, "ended by signal \(number)")
        }
        keeper.end(ProtoEndActivityRequest(content, dismissal))
        _ = keeper.status(waitingFor: CommandLimits.lastStatePause)
    }

    /// Why the command runs without an activity, once; nil: there is nothing to say, or a user has dismissed it.
    func complaint() -> String? {
        guard !hasComplained, !hasBeenShown else { return nil }
        let error: WidgetError
        switch keeper.status() {
        case .unanswered: return nil
        case .accepted:
            hasBeenShown = true
            return nil
        case .rejected(let reason):
            hasComplained = true
            return "the activity doesn't show how the command stands: \(PlainText.line(reason.message))"
        case .ended(let reason) where reason.code == .failedPrecondition || reason.code == .notFound: return nil
        case .waiting(let reason), .ended(let reason): error = reason
        }
        hasComplained = true
        return "the command runs without an activity: \(error.code == .unavailable ? "there is no daemon" : PlainText.line(error.message))"
    }

    private var content: ProtoActivityContent { .with { $0.state = task.state } }
}
