import ArgumentParser
import CommandRendering
import WebAccess
import WidgetAPI
import WidgetCore

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Browsers that may see the board, by widgetd-web.",
        discussion: """
            `widgetd-web` serves the board to browsers. Each is paired once, by an invitation, and may look, or look and tap.

            Examples:
              widgetctl web invite
              widgetctl web list
              widgetctl web revoke kitchen
            """,
        subcommands: [WebInviteCommand.self, WebListCommand.self, WebRevokeCommand.self], defaultSubcommand: WebListCommand.self)
}

struct WebInviteCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Make an address with which one browser is paired.",
        discussion: """
            Open the address in the browser, or point a phone's camera at the QR code. It works once, and whoever opens it first has the board: show it to \
            nobody else. The browser may tap what is on the board, unless you say --role look.

            Examples:
              widgetctl web invite
              widgetctl web invite --role look --name kitchen
              widgetctl web invite --expires 2d --name "Anna's phone"
            """)

    @Option(help: ArgumentHelp("What the browser may do: look, or act, which means to tap too.", valueName: "role"))
    var role = WebRoleArgument.act

    @Option(help: ArgumentHelp("How long the invitation is open, at most a week: 10m, 2h, 1d. (default: 10m)", valueName: "time"))
    var expires: FutureArgument?

    @Option(help: ArgumentHelp("A name for the browser, for `widgetctl web list`.", valueName: "name"))
    var name = ""

    @Option(help: ArgumentHelp("The board's address as the browser reaches it. Without it: as widgetd-web has said.", valueName: "url"))
    var url: String?

    @Flag(inversion: .prefixedNo, help: "Draw the address as a QR code. (default: on a terminal that is wide enough)")
    var qr: Bool?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if qr == true, common.json { throw ValidationError("--qr and --json exclude each other") }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") { throw ValidationError("--url: an address begins with http:// or https://") }
    }

    func run(in session: Session) throws {
        guard let base = try url ?? WebAddressFile(environment: Environment.value).read() else {
            throw WidgetError(
                .failedPrecondition,
                "nobody has said where the board is; start it with `systemctl --user start widgetd-web`, or with `widgetd-web`, or give --url")
        }
        let now = SystemClock.now
        let time = expires.map { $0.date(from: now) - now } ?? WebAccessLimits.standardInvitation
        let secret = try WebAccessFile(environment: Environment.value).change { list throws(WidgetError) in
            try list.invite(name: name, role: role.role, for: time, at: now)
        }
        let address = "\(base.hasSuffix("/") ? String(base.dropLast()) : base)/pair/\(secret.text)"
        try session.show(
            json: WebRendering.json(invitation: address, role: role.role, until: now + time),
            text: WebRendering.text(invitation: address, picture: picture(of: address, session), role: role.role, until: now + time, session.dates))
    }

    private func picture(of address: String, _ session: Session) -> String {
        let terminal = session.terminal
        guard qr ?? terminal.isTerminal, terminal.isUnicode || qr == true, let picture = CodePicture(address) else { return "" }
        return picture.columns <= terminal.columns || qr == true ? picture.text(terminal.color) : ""
    }
}

struct WebListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the browsers that are paired.",
        discussion: """
            Example:
              widgetctl web list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let list = try WebAccessFile(environment: Environment.value).read()
        try session.show(
            json: WebRendering.json(list.sessions),
            text: WebRendering.table(list.sessions, session.dates, session.style, width: session.tableWidth))
    }
}

struct WebRevokeCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Show a browser nothing more.",
        discussion: """
            What it has open ends at once. It needs another invitation to come back.

            Example:
              widgetctl web revoke kitchen
            """)

    @Argument(help: "The browser's name or id, as `widgetctl web list` has it.")
    var browser: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let revoked = try WebAccessFile(environment: Environment.value).change { list throws(WidgetError) in
            let found = try list.session(named: browser)
            list.revoke(found.id)
            return found
        }
        try session.show(json: WebRendering.json([revoked]), text: "Revoked \(PlainText.line(revoked.name)): it sees nothing more.\n")
    }
}

/// A role on the command line.
enum WebRoleArgument: String, ExpressibleByArgument, CaseIterable {
    case look, act

    var role: WebRole { self == .look ? .look : .act }
}
