import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct FleetEnrolCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrol", abstract: "Make a code with which several displays join, or several editors.",
        discussion: """
            On each machine: `widgetctl device join` with the code. This machine must run while others join. Later they go on at any hub.

            Anybody with the code can join. A viewer is a display: it sees what its group shows, and taps where the group allows it. An editor has a copy of \
            everything, and places, changes and removes widgets.

            With --pages the group is made first. A group that is there is changed with `widgetctl fleet group set`.

            Examples:
              widgetctl fleet enrol --group lobby --pages 2,3 --count 20
              widgetctl fleet enrol --group lobby --count 200 --days 30 --json | jq -r .code
              widgetctl fleet enrol --role editor --count 5 --days 1
            """)

    @Option(help: "What the machines become: viewer or editor.")
    var role = EnrolmentRole.viewer

    @Option(help: "The group of the displays. Without it they show everything.")
    var group: String?

    @Option(help: ArgumentHelp("The pages of the board that a new group shows, with commas.", valueName: "numbers"))
    var pages: String?

    @Option(help: "How many machines may join: 1 to 8000 viewers, or 1 to 100 editors.")
    var count = 1

    @Option(help: "Days until the code ends: 1 to 90.")
    var days = 7

    @Option(
        help: ArgumentHelp(
            "An address of this machine for the others: host, host:port, [IPv6]:port or unix:/path; may be repeated. Without it: where the daemon listens.",
            valueName: "address"))
    var address: [String] = []

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let pages { _ = try BoardPages.numbers(pages) }
        if role == .editor, pages != nil || group != nil { throw ValidationError("--group and --pages are for viewers; an editor sees and changes everything") }
        if pages != nil, group == nil { throw ValidationError("--pages goes with --group") }
        let uses = role.role.uses
        if !(1...uses).contains(count) { throw ValidationError("--count: \(count) isn't from 1 to \(uses), the limit for \(role.rawValue)s") }
        if !(1...Limits.enrolmentDays).contains(days) { throw ValidationError("--days: \(days) isn't from 1 to \(Limits.enrolmentDays)") }
        if address.count > CommandLimits.addresses { throw ValidationError("--address: at most \(CommandLimits.addresses) can be given") }
    }

    func run(in session: Session) throws {
        let numbers = try pages.map(BoardPages.numbers) ?? []
        try session.show(session.client.enrol(as: role.role, group: group ?? "", pages: numbers, count: count, days: days, addresses: address)) {
            FleetRendering.enrolled($0, session.dates, session.style)
        }
    }
}

/// The parts that an enrolment gives, as words of the command line.
enum EnrolmentRole: String, ExpressibleByArgument, CaseIterable {
    case viewer, editor

    var role: Enrolment.Role {
        switch self {
        case .viewer: .viewer
        case .editor: .editor
        }
    }
}

struct FleetEnrolmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrolment", abstract: "The codes with which several machines join.",
        discussion: """
            Examples:
              widgetctl fleet enrolment list
              widgetctl fleet enrolment end 4f5b0c
            """,
        subcommands: [FleetEnrolmentListCommand.self, FleetEnrolmentEndCommand.self], defaultSubcommand: FleetEnrolmentListCommand.self)
}

struct FleetEnrolmentListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the codes that are open, and those that ended within the last month.",
        discussion: """
            Example:
              widgetctl fleet enrolment list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.enrolments()) { FleetRendering.enrolments($0.enrolments, session.dates, session.style, width: session.tableWidth) }
    }
}

struct FleetEnrolmentEndCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Let nobody join with a code any more. The machines that used it stay.",
        discussion: """
            Example:
              widgetctl fleet enrolment end 4f5b0c
            """)

    @Argument(help: "The enrolment's id, or the beginning of it.")
    var id: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.endEnrolment(id)) { FleetRendering.ended($0.enrolment) }
    }
}
