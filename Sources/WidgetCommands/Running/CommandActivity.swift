import WidgetAPI
import WidgetCore

/// The activity of a command that runs. The command comes first: nothing that goes wrong here stops it, and it is said once.
final class CommandActivity {
    private let session: Session
    private let tag: String
    private(set) var task: TaskActivity
    private var following: ActivityFollowing?
    private var hasComplained = false
    /// Before that, nothing more is tried.
    private var nextTry: ContinuousClock.Instant?

    init(_ session: Session, _ task: TaskActivity, tag: String) {
        self.session = session
        self.task = task
        self.tag = tag
    }

    func begin() {
        attempt { following in _ = following }
    }

    /// Shows how far the command has come.
    func show(_ progress: Double?) {
        guard progress != task.progress else { return }
        task.progress = progress
        attempt { following in
            _ = try following.update(.with { $0.content = self.content })
        }
    }

    func end(_ end: RunningCommand.End) {
        task.finishedAt = SystemClock.now
        switch end {
        case .exited(0): task.outcome = .success
        case .exited(let status): (task.outcome, task.detail) = (.failure, "exit status \(status)")
        case .signalled(let number): (task.outcome, task.detail) = (.failure, "ended by signal \(number)")
        }
        nextTry = nil
        attempt { following in
            _ = try following.end(.with { $0.content = self.content })
        }
    }

    private var content: ProtoActivityContent { .with { $0.state = task.state } }

    /// Does something with the activity, which is started anew where the daemon has been away.
    private func attempt(_ body: (ActivityFollowing) throws -> Void) {
        if let nextTry, nextTry > .now { return }
        for _ in 0..<2 {
            do {
                let current = try following ?? start()
                following = current
                try body(current)
                nextTry = nil
                return
            } catch {
                following = nil
                nextTry = .now + BoardLimits.longestRetryPause
                guard hasComplained || (error as? WidgetError)?.code == .unavailable else {
                    hasComplained = true
                    try? session.errors.write("widgetctl: the command runs without an activity: \(PlainText.line("\(error)"))\n")
                    return
                }
            }
        }
        guard !hasComplained else { return }
        hasComplained = true
        try? session.errors.write("widgetctl: the command runs without an activity: there is no daemon\n")
    }

    private func start() throws -> ActivityFollowing {
        try session.client.follow(
            .with {
                $0.app = "widgetctl"
                $0.tag = tag
                $0.type = TaskActivity.type
                $0.attributes = task.attributes
                $0.content = content
            })
    }
}
