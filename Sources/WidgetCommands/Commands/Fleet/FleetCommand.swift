import ArgumentParser
import CommandRendering

struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet", abstract: "Look after many displays: groups, codes with which displays join, and hubs.",
        discussion: """
            A display is a machine that only shows widgets. It joins with a code from `widgetctl fleet enrol`, and shows the pages of its group.

            Examples:
              sudo widgetctl fleet init --address hub1.example.org
              widgetctl fleet enrol --group lobby --pages 2,3 --count 20
              widgetctl fleet status
            """,
        subcommands: [
            FleetInitCommand.self, FleetStatusCommand.self, FleetListCommand.self, FleetLagCommand.self, FleetGroupCommand.self, FleetMoveCommand.self,
            FleetEnrolCommand.self,
            FleetEnrolmentCommand.self, FleetDrainCommand.self,
        ],
        defaultSubcommand: FleetStatusCommand.self)
}

struct FleetStatusCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the hubs, the groups, and how many displays are connected.",
        discussion: """
            The other hubs are asked for the displays that they have.

            Example:
              widgetctl fleet status
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.fleetStatus()) { FleetRendering.status($0, session.style, width: session.tableWidth) }
    }
}

struct FleetLagCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "lag", abstract: "Show how far the hubs are behind each other and the engine.",
        discussion: """
            Example:
              widgetctl fleet lag
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.fleetStatus()) { FleetRendering.lag($0, session.style, width: session.tableWidth) }
    }
}

struct FleetListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the displays.",
        discussion: """
            Examples:
              widgetctl fleet list
              widgetctl fleet list --group lobby
            """)

    @Option(help: "Only the displays of this group.")
    var group: String?

    @Flag(help: "Also displays that were revoked or forgotten.")
    var all = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.displays(group: group ?? "", all: all)) {
            FleetRendering.displays($0, session.dates, session.style, width: session.tableWidth)
        }
    }
}

struct FleetMoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Put a display into another group.",
        discussion: """
            Examples:
              widgetctl fleet move hall --group lobby
              widgetctl fleet move hall --no-group
            """)

    @Argument(help: "The display: its name, or the beginning of its id.", completion: DaemonCompletion.devices)
    var display: String

    @Option(help: "The group.")
    var group: String?

    @Flag(name: .customLong("no-group"), help: "It shows everything.")
    var leaves = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if (group == nil) != leaves { throw ValidationError("give either --group or --no-group") }
    }

    func run(in session: Session) throws {
        try session.show(session.client.moveDisplay(display, to: group ?? "")) { FleetRendering.moved($0.display) }
    }
}

struct FleetDrainCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain", abstract: "Send the displays of this hub to others, before it is switched off.",
        discussion: """
            No display is let in until the daemon starts again, or until --end.

            Examples:
              widgetctl fleet drain
              widgetctl fleet drain --end
            """)

    @Flag(help: "Let displays in again.")
    var end = false

    @Flag(help: "Even if no other hub is connected. The displays then show nothing new.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.drain(ends: end, isForced: force)) { FleetRendering.drained($0, isEnd: end) }
    }
}
