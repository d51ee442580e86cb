import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ActivityShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw an activity as a surface shows it.",
        discussion: """
            Examples:
              widgetctl activity show nightly
              widgetctl activity show nightly --surface dynamic-island --selected
              widgetctl activity show nightly --surface dynamic-island --rank 1
            """)

    @Argument(help: "The activity: its tag or id.", completion: DaemonCompletion.activities)
    var activity: String

    @Option(help: "\(ActivitySurface.allCases.map(\.rawValue).joined(separator: ", ")).")
    var surface = SurfaceArgument(surface: .terminal)

    @Flag(help: "Draw it as for a user who has selected it.")
    var selected = false

    @Option(
        help: """
            Draw it as if this many activities came before it. Without it: those that come before it now. If several share a Dynamic Island, two are shown, in \
            the minimal presentation.
            """)
    var rank: Int?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let rank, !(0..<ActivityLimits.activities).contains(rank) {
            throw ValidationError("--rank: \(rank) isn't from 0 to \(ActivityLimits.activities - 1)")
        }
    }

    func run(in session: Session) throws {
        let snapshot = try session.client.activity(activity)
        let place = try place(of: snapshot.activity, session.client)
        try session.show(snapshot) { snapshot in
            let drawing = ActivityDrawing(drawing: session.drawing, limit: session.terminal.columns)
            var picture = drawing.lines(snapshot, at: place).flatMap { $0.ansiLines(session.terminal.color, terminalBackground: session.terminal.background) }
            if picture.isEmpty, !snapshot.views.isEmpty {
                picture = [session.style(.dim, "Not shown there: it has no room for more than the \(place.rank) that come before it.")]
            }
            return (picture + ActivityRendering.facts(snapshot, session.dates, session.style)).map { $0 + "\n" }.joined()
        }
    }

    /// Among those that run now, in the order in which surfaces show them.
    private func place(of activity: ProtoActivity, _ client: WidgetClient) throws -> ActivitySurfaceContext {
        if let rank { return ActivitySurfaceContext(surface.surface, rank: rank, count: max(2, rank + 1), isSelected: selected) }
        let others = try client.activities().activities.map(\.activity).filter { $0.id != activity.id && [.active, .stale].contains($0.state) }
        return ActivitySurfaceContext(
            surface.surface, rank: others.count { $0.order < activity.order }, count: others.count + 1, isSelected: selected)
    }
}

/// A surface by its name.
struct SurfaceArgument: ExpressibleByArgument {
    var surface: ActivitySurface

    init(surface: ActivitySurface) { self.surface = surface }

    init?(argument: String) {
        guard let surface = ActivitySurface.named(argument, \.rawValue) else { return nil }
        self.surface = surface
    }

    var defaultValueDescription: String { surface.rawValue }
    static var allValueStrings: [String] { ActivitySurface.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
