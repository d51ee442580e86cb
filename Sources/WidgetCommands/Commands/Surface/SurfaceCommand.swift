import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct SurfaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "surface", abstract: "See the places that show widgets, on all your devices, and change their settings.",
        subcommands: [SurfaceListCommand.self, SurfaceShowCommand.self, SurfaceSetCommand.self, SurfaceForgetCommand.self],
        defaultSubcommand: SurfaceListCommand.self)
}

struct SurfaceListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the surfaces of all your devices.",
        discussion: """
            Examples:
              widgetctl surface list
              widgetctl surface list --json | jq -r '.surfaces[] | select(.connected) | .surface.name'
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.surfaces()) { response in
            SurfaceRendering.table(response.surfaces, session.dates, session.style, width: session.tableWidth)
        }
    }
}

struct SurfaceShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a surface: what it is, what can be seen on it, and its settings.",
        discussion: """
            Examples:
              widgetctl surface show desk
              widgetctl surface show studio/hall
            """)

    @Argument(help: "The surface: NAME, or DEVICE/NAME.", completion: DaemonCompletion.surfaces)
    var surface: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let widgets = session.printsJSON ? [] : (try? session.client.widgets().widgets) ?? []
        try session.show(session.client.surface(surface)) { SurfaceRendering.text($0, widgets: widgets, session.dates, session.style) }
    }
}

struct SurfaceSetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a surface's settings.",
        discussion: """
            A setting without a value is as usual again. += adds a widget to a list, and -= takes one off. A surface whose program isn't running gets the \
            change when it comes. All changes of one command are made, or none.

            Examples:
              widgetctl surface set desk zoom=1.5 theme=glass
              widgetctl surface set desk widgets=system,agenda
              widgetctl surface set desk widgets+=caffeine zoom=
              widgetctl surface set studio/hall pages=system,agenda/weather turnAfter=30
            """)

    @Argument(help: "The surface: NAME, or DEVICE/NAME.", completion: DaemonCompletion.surfaces)
    var surface: String

    @Argument(help: ArgumentHelp("The settings.", valueName: "key=value"), completion: DaemonCompletion.surfaceSettings)
    var settings: [SurfaceAssignment]

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.set(settings.map(\.edit), ofSurface: surface), as: SurfaceRendering.set)
    }
}

struct SurfaceForgetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a surface whose program isn't running.",
        discussion: """
            When the program runs again, the surface is back.

            Example:
              widgetctl surface forget hall
            """)

    @Argument(help: "The surface: NAME, or DEVICE/NAME.", completion: DaemonCompletion.surfaces)
    var surface: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.forget(surface: surface)) { "Forgot \(PlainText.line($0.name)).\n" }
    }
}

/// `key=value`, `key+=value`, `key-=value`, or `key=` on the command line.
struct SurfaceAssignment: ExpressibleByArgument, Equatable {
    let edit: SurfaceEdit

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        var name = argument[..<equals]
        let value = String(argument[argument.index(after: equals)...])
        let sign = name.last
        if sign == "+" || sign == "-" { name.removeLast() }
        guard !name.isEmpty else { return nil }
        let change: SurfaceEdit.Change = sign == "+" ? .add(value) : sign == "-" ? .remove(value) : value.isEmpty ? .reset : .set(value)
        edit = SurfaceEdit(String(name), change)
    }

    static let defaultCompletionKind = CompletionKind.default
}
