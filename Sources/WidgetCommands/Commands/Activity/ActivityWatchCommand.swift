import ArgumentParser
import WidgetAPI
import WidgetCore

struct ActivityWatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of activities, until interrupted.",
        discussion: """
            First comes each activity as it is. At most one line comes for an activity in 16 ms, with its latest state. A daemon that restarts is waited for, and everything \
            comes again as it is then.

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
