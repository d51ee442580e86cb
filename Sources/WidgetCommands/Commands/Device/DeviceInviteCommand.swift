import ArgumentParser
import WidgetAPI
import WidgetCore

struct DeviceInviteCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite another machine to have the same widgets.",
        discussion: """
            It prints a code, which is good for ten minutes and for one machine: there, give it to `widgetctl device join`. Who has the code can join: show it to nobody \
            else. From then on this machine accepts connections from its devices, as a rule on port 9434.

            On a terminal it waits until the other machine has joined; the invitation stays open when you stop waiting.

            Examples:
              widgetctl device invite
              widgetctl device invite --address desk.example.org
              widgetctl device invite --no-wait --json | jq -r .code
            """)

    @Option(
        help: ArgumentHelp(
            "Where the other machine reaches this one: host, host:port, [IPv6]:port or unix:/path; may be repeated. Without it: where the daemon listens.",
            valueName: "address"))
    var address: [String] = []

    @Flag(inversion: .prefixedNo, help: "Wait until the other machine has joined. (default: on a terminal)")
    var wait: Bool?

    @Flag(inversion: .prefixedNo, help: "Draw the code as a QR code. (default: on a terminal that is wide enough)")
    var qr: Bool?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if address.count > CommandLimits.addresses { throw ValidationError("--address: at most \(CommandLimits.addresses) can be given") }
        if qr == true, common.json { throw ValidationError("--qr and --json exclude each other") }
    }

    func run(in session: Session) throws {
        let waits = wait ?? (session.terminal.isTerminal && !session.printsJSON)
        let before = waits ? try JoinWait(before: session.client.devices(all: true)) : nil
        let invitation = try session.client.invite(addresses: address)
        try session.show(invitation) {
            InvitationRendering.text($0, picture: picture(of: $0.code, session), session.dates, session.style) + (waits ? InvitationRendering.waiting : "")
        }
        guard let before else { return }
        guard let device = try before.run(session.client, until: invitation.expiresAt.timestamp) else { throw InvitationRendering.nobody(invitation) }
        try session.show(device, as: InvitationRendering.joined)
    }

    private func picture(of code: String, _ session: Session) -> String {
        let terminal = session.terminal
        guard qr ?? terminal.isTerminal, terminal.isUnicode || qr == true, let picture = CodePicture(code) else { return "" }
        return picture.columns <= terminal.columns || qr == true ? picture.text(terminal.color) : ""
    }
}
