import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Follow something that happens now, on all of a user's devices.",
        subcommands: [
            ActivityListCommand.self, ActivityShowCommand.self, ActivityWatchCommand.self, ActivityStartCommand.self, ActivityUpdateCommand.self,
            ActivityRunCommand.self, ActivityEndCommand.self, ActivityDismissCommand.self, ActivityTapCommand.self,
        ],
        defaultSubcommand: ActivityListCommand.self)
}

struct ActivityListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the activities of all devices.",
        discussion: """
            Examples:
              widgetctl activity list
              widgetctl activity list --all --json | jq '.activities[].activity.state'
            """)

    @Flag(help: "Also those that were dismissed within the last 15 minutes.")
    var all = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var response = try session.client.activities(dismissed: all)
        if !session.printsJSON {
            // A list comes without views; of a task its words are enough.
            for index in response.activities.indices where response.activities[index].activity.type != TaskActivity.type {
                guard let drawn = try? session.client.activity(response.activities[index].activity.id) else { continue }
                response.activities[index].archive = drawn.archive
            }
        }
        try session.show(response) { response in
            ActivityRendering.table(response.activities, session.dates, session.style, width: session.tableWidth)
        }
    }
}

struct ActivityWatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of activities, until interrupted.",
        discussion: """
            Each activity is printed first as it is. At most one line is printed for an activity in 16 ms, with its latest state. When the daemon restarts, \
            the command waits for it and prints everything again.

            Example:
              widgetctl activity watch
            """)

    @Argument(help: "The activities; without any, all.", completion: DaemonCompletion.activities)
    var activities: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var ids: [String] = []
        for activity in activities { ids.append(try session.client.activity(activity).activity.id) }
        try session.follow { client throws(WidgetError) in
            try client.watchActivities(ids)
        } line: {
            ActivityRendering.line($0, $1, session.style)
        }
    }
}

struct ActivityDismissCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismiss an activity, whatever its state.",
        discussion: """
            Example:
              widgetctl activity dismiss nightly
            """)

    @Argument(help: "The activity: its tag or id.", completion: DaemonCompletion.activities)
    var activity: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.dismiss(activity: activity)) { ActivityRendering.receipt($0) }
    }
}
