import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct FleetGroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "What groups of displays show.",
        discussion: """
            Examples:
              widgetctl fleet group list
              widgetctl fleet group set lobby --pages 2,3
            """,
        subcommands: [FleetGroupListCommand.self, FleetGroupSetCommand.self, FleetGroupRemoveCommand.self], defaultSubcommand: FleetGroupListCommand.self)
}

struct FleetGroupListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the groups.",
        discussion: """
            Example:
              widgetctl fleet group list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.displayGroups()) { FleetRendering.groups($0.groups, session.style, width: session.tableWidth) }
    }
}

struct FleetGroupSetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Make a group, or change what it shows.",
        discussion: """
            The group has from now on what is given, and nothing of what it had before. Its displays show that at once.

            Examples:
              widgetctl fleet group set lobby --pages 2,3
              widgetctl fleet group set lab --pages 4 --controls
              widgetctl fleet group set window --pages 1 --view-only
            """)

    @Argument(help: "Its name: letters, digits, - and _, at most 64.")
    var name: String

    @Option(help: ArgumentHelp("The pages of the board, 1 to 99, with commas.", valueName: "numbers"))
    var pages: String?

    @Flag(help: "Also show Live Activities.")
    var activities = false

    @Flag(help: "Also show controls.")
    var controls = false

    @Flag(help: "Perform no taps, and switch nothing.")
    var viewOnly = false

    @OptionGroup var common: CommonOptions

    func validate() throws { if let pages { _ = try BoardPages.numbers(pages) } }

    func run(in session: Session) throws {
        let group = try ProtoDisplayGroup.with {
            ($0.name, $0.pages, $0.activities, $0.controls, $0.viewOnly) = (name, try pages.map(BoardPages.numbers) ?? [], activities, controls, viewOnly)
        }
        try session.show(session.client.setDisplayGroup(group)) { FleetRendering.set($0.group) }
    }
}

/// Pages of the board in an option, such as `2,3`.
enum BoardPages {
    /// - Throws: a `ValidationError` for what isn't a page.
    static func numbers(_ text: String) throws -> [UInt32] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let number = UInt32(part), (1...UInt32(Limits.boardPages)).contains(number) else {
                throw ValidationError("--pages: '\(part)' isn't a page from 1 to \(Limits.boardPages)")
            }
            return number
        }
    }
}

struct FleetGroupRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a group. Its displays show nothing, until they are moved to another one.",
        discussion: """
            Example:
              widgetctl fleet group remove lobby
            """)

    @Argument(help: "The group's name.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.removeDisplayGroup(name)) { FleetRendering.removed(name, $0) }
    }
}
