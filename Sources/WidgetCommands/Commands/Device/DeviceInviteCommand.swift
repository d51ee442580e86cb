import ArgumentParser
import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore

struct DeviceInviteCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite another machine to have the same widgets.",
        discussion: """
            It prints a code, which is good for ten minutes and for one machine: there, give it to `widgetctl device join`. Anybody with the code can join: \
            show it to nobody else. From then on this machine accepts connections from its devices, as a rule on port 9434.

            A leaf shows the widgets that are here, and acts through this machine: a display on a wall. It needs no room for a copy of everything, places \
            no widgets, and doesn't hold up anybody. A machine that has widgets of its own can't become one.

            On a terminal it waits until the other machine has joined; the invitation stays open when you stop waiting.

            Examples:
              widgetctl device invite
              widgetctl device invite --address desk.example.org
              widgetctl device invite --leaf
              widgetctl device invite --hub
              widgetctl device invite --no-wait --json | jq -r .code
            """)

    @Flag(help: "Invite a machine that only shows the widgets.")
    var leaf = false

    @Flag(help: "Invite a machine that also uses this one's database (`widgetctl fleet init`).")
    var hub = false

    @Option(
        help: ArgumentHelp(
            "An address of this machine for the other one: host, host:port, [IPv6]:port or unix:/path; may be repeated. Without it: where the daemon listens.",
            valueName: "address"))
    var address: [String] = []

    @Flag(inversion: .prefixedNo, help: "Wait until the other machine has joined. (default: on a terminal)")
    var wait: Bool?

    @Flag(inversion: .prefixedNo, help: "Draw the code as a QR code. (default: on a terminal that is wide enough)")
    var qr: Bool?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if address.count > CommandLimits.addresses { throw ValidationError("--address: at most \(CommandLimits.addresses) can be given") }
        if leaf, hub { throw ValidationError("--leaf and --hub exclude each other") }
        if qr == true, common.json { throw ValidationError("--qr and --json exclude each other") }
    }

    func run(in session: Session) throws {
        let waits = wait ?? (session.terminal.isTerminal && !session.printsJSON)
        let before = waits ? try JoinWait(before: session.client.devices(all: true)) : nil
        let invitation = try session.client.invite(addresses: address, asLeaf: leaf, asHub: hub)
        try session.show(invitation) {
            InvitationRendering.text($0, isLeaf: leaf, picture: picture(of: $0.code, session), session.dates, session.style)
                + (waits ? InvitationRendering.waiting : "")
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

/// Waits until a device has joined, by the list of devices.
struct JoinWait {
    /// The members that were there before, and when each last used an invitation.
    private let known: [String: Timestamp?]

    /// - Parameter before: the devices before the invitation, forgotten ones too.
    init(before: ProtoListDevicesResponse) {
        known = Dictionary(before.devices.filter(Self.isMember).map { ($0.id, Self.joined($0)) }) { first, _ in first }
    }

    /// The device that wasn't there before: a new one, or one that came back; or a member that has used an invitation since.
    func newcomer(in list: ProtoListDevicesResponse) -> ProtoDeviceInfo? {
        list.devices.first { device in
            guard Self.isMember(device) else { return false }
            guard let before = known[device.id] else { return true }
            return Self.joined(device) != before
        }
    }

    /// Asks for the list of devices again and again.
    ///
    /// - Returns: who joined; nil where nobody did before `end`.
    func run(
        _ client: WidgetClient, until end: Timestamp, now: () -> Timestamp = { SystemClock.now }, pause: () -> Void = Self.pause
    ) throws(WidgetError) -> ProtoDeviceInfo? {
        while true {
            // Read before the list, so that a device that joins at the last moment is still seen.
            let isOver = now() >= end
            if let device = newcomer(in: try client.devices()) { return device }
            if isOver { return nil }
            pause()
        }
    }

    private static func joined(_ device: ProtoDeviceInfo) -> Timestamp? { device.hasJoinedAt ? device.joinedAt.timestamp : nil }

    private static func isMember(_ device: ProtoDeviceInfo) -> Bool {
        switch device.state {
        case .self_, .connected, .offline, .evicted: true
        default: false
        }
    }

    private static func pause() { usleep(UInt32(clamping: CommandLimits.joinPause.components.attoseconds / 1_000_000_000_000)) }
}

struct DeviceJoinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Have the same widgets as the machine that invites.",
        discussion: """
            `widgetctl device invite` or `widgetctl fleet enrol` printed the code there. The widgets placed here stay, and both machines have all widgets \
            afterwards. With the code for a display this machine shows the other one's widgets instead.

            Case, spaces and line ends don't matter. Without a code, or with -, it is read from standard input, where others on this machine can't see it.

            Examples:
              widgetctl device join
              ssh desk widgetctl device invite --no-wait --json | jq -r .code | widgetctl device join -
            """)

    @Argument(help: "The code.")
    var code: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.join(code: InvitationInput.code(code, madeBy: "widgetctl device invite", in: session))) {
            $0.leaf ? DeviceRendering.becameLeaf(of: $0.device) : DeviceRendering.joined($0.device, asHub: $0.hub)
        }
    }
}
