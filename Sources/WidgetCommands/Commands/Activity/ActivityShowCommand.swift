import ArgumentParser
import WidgetAPI
import WidgetCore

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
