import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ActivityEndCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End an activity; it is still shown for a while.",
        discussion: """
            Examples:
              widgetctl activity end nightly --detail "all saved" --dismiss 10min
              widgetctl activity end nightly --failed --detail "the disk is full"
            """)

    @Argument(help: "The activity: its tag or id.", completion: DaemonCompletion.activities)
    var activity: String

    @OptionGroup var content: ActivityContentOptions

    @Flag(help: "Mark the activity as failed.")
    var failed = false

    @Option(help: ArgumentHelp("How long it is still shown: default (4 hours), immediate, 10min, or until a date.", valueName: "when"))
    var dismiss = DismissalArgument.default

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let now = session.dates.now
        let snapshot = try session.client.activity(activity)
        let before = snapshot.activity
        guard !snapshot.privateHidden || self.content.isEmpty || self.content.state != nil else {
            throw WidgetError(
                .failedPrecondition, "the session is locked and the activity's state is hidden; give all of it with --state, or unlock the session")
        }
        let content = try self.content.content(changing: before.content, attributes: before.attributes, type: before.type, now: now)
        var request = ProtoEndActivityRequest(content, dismiss.policy(from: now))
        request.activity = before.id
        // The activity ends with the state that is hidden here.
        if snapshot.privateHidden, self.content.state == nil { request.clearContent() }
        if before.type == TaskActivity.type, self.content.state == nil {
            var task = try TaskActivity(attributes: before.attributes, state: request.content.state.isEmpty ? "{}" : request.content.state)
            task.outcome = failed ? .failure : .success
            task.finishedAt = now
            request.content.state = task.state
        }
        if let alert = self.content.protoAlert { request.alert = alert }
        let receipt = try session.client.end(request)
        let note = dismissalNote(receipt, session)
        try session.show(receipt) { ActivityRendering.receipt($0) + note }
    }

    /// A line with the date until which the activity is shown: the daemon shortens what is over its limit.
    private func dismissalNote(_ receipt: ProtoActivityReceipt, _ session: Session) -> String {
        guard receipt.outcome == .ended, !session.printsJSON, let ended = try? session.client.activity(receipt.activityID).activity, ended.hasDismissalDate
        else { return "" }
        return "It is shown until \(session.dates.both(ended.dismissalDate.timestamp)).\n"
    }
}

/// How long what has ended is still shown.
enum DismissalArgument: ExpressibleByArgument {
    case `default`
    case immediate
    case after(FutureArgument)

    init?(argument: String) {
        switch argument {
        case "default": self = .default
        case "immediate": self = .immediate
        default:
            guard let date = FutureArgument(argument: argument) else { return nil }
            self = .after(date)
        }
    }

    /// - Parameter now: from when a distance is counted.
    func policy(from now: Timestamp) -> ActivityDismissalPolicy {
        switch self {
        case .default: .default
        case .immediate: .immediate
        case .after(let date): .after(date.date(from: now))
        }
    }

    var defaultValueDescription: String { "default" }
}
