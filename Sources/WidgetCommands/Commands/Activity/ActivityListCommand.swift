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

struct ActivityShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw an activity as a surface shows it.",
        discussion: """
            Examples:
              widgetctl activity show nightly
              widgetctl activity show nightly --surface dynamic-island --selected
            """)

    @Argument(help: "The activity: its tag or id.", completion: DaemonCompletion.activities)
    var activity: String

    @Option(help: "\(ActivitySurface.allCases.map(\.rawValue).joined(separator: ", ")).")
    var surface = SurfaceArgument(surface: .terminal)

    @Flag(help: "As it is shown to a person who has selected it.")
    var selected = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.activity(activity)) { snapshot in
            let drawing = ActivityDrawing(drawing: session.drawing, limit: session.terminal.columns)
            let picture = drawing.lines(snapshot, at: ActivityPlace(surface.surface, isSelected: selected)).flatMap { $0.ansiLines(session.terminal.color) }
            return (picture + ActivityRendering.facts(snapshot, session.dates, session.style)).map { $0 + "\n" }.joined()
        }
    }
}

/// A surface by its name.
struct SurfaceArgument: ExpressibleByArgument {
    var surface: ActivitySurface

    init(surface: ActivitySurface) { self.surface = surface }

    init?(argument: String) {
        guard let surface = ActivitySurface(rawValue: argument) else { return nil }
        self.surface = surface
    }

    var defaultValueDescription: String { surface.rawValue }
    static var allValueStrings: [String] { ActivitySurface.allCases.map(\.rawValue) }
}

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
