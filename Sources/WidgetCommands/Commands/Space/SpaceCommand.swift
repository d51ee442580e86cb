import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct SpaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "space", abstract: "See the widgets of other sets of machines beside your own.",
        discussion: """
            A space is another set of machines, such as a lab's, whose widgets your machine shows beside its own. It looks at them as a display does: it shows \
            widgets, activities and controls, and taps them where the space allows it. It edits nothing there, and nothing of the space goes to your other \
            machines.

            Examples:
              widgetctl space join lab AEQD4IB-…
              widgetctl space list
              widgetctl space leave lab
            """,
        subcommands: [SpaceListCommand.self, SpaceJoinCommand.self, SpaceLeaveCommand.self], defaultSubcommand: SpaceListCommand.self)
}

struct SpaceListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the spaces, and whether their hubs are reached.",
        discussion: """
            Example:
              widgetctl space list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.spaces()) { SpaceRendering.table($0.spaces, session.style, width: session.tableWidth) }
    }
}

struct SpaceJoinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Show the widgets of another set of machines, too.",
        discussion: """
            The code is made on a machine of that set, by `widgetctl device invite --leaf` or `widgetctl fleet enrol`. Without it, or with -, it is read from \
            standard input.

            Examples:
              widgetctl space join lab AEQD4IB-…
              widgetctl space join lab -
            """)

    @Argument(help: "Your name for it: letters, digits, - and _, at most 64.")
    var name: String

    @Argument(help: "The code.")
    var code: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let code = try InvitationInput.code(code, madeBy: "widgetctl device invite --leaf", in: session)
        try session.show(session.client.joinSpace(name, code: code)) { SpaceRendering.joined($0.space) }
    }
}

struct SpaceLeaveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Show the widgets of a space no more.",
        discussion: """
            The space's machines still list yours; `widgetctl device forget` there ends that.

            Example:
              widgetctl space leave lab
            """)

    @Argument(help: "The space.", completion: DaemonCompletion.spaces)
    var name: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let own = try session.client.devices().devices.first { $0.state == .self_ }
        try session.show(session.client.leaveSpace(name)) { SpaceRendering.left($0.space, own?.name ?? "") }
    }
}
