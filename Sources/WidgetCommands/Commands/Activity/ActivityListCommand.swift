import ArgumentParser
import WidgetAPI
import WidgetCore

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
