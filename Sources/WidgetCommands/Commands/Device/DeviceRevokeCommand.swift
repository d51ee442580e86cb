import ArgumentParser

struct DeviceRevokeCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Never trust a device again: for one that was lost or stolen.",
        discussion: """
            All devices refuse it as soon as they hear of it, and cut its links. What it has stays on it, and it can't be undone: should it be found, remove its \
            store, and it may join as a new device. For a device that is only gone, there is `widgetctl device forget`.

            On a terminal you are asked first.

            Example:
              widgetctl device revoke laptop
            """)

    @Argument(help: "The device.", completion: DaemonCompletion.devices)
    var device: String

    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        // By its id, so that what was confirmed is what is revoked.
        let found = try session.client.devices(all: true).device(named: device)
        guard found.state != .self_ else { throw DeviceRendering.isThisDevice(found, "revoke") }
        if !yes { try Confirmation.ask(DeviceRendering.revokeQuestion(found), flag: "--yes", in: session) }
        try session.show(session.client.revokeDevice(found.id)) { DeviceRendering.revoked($0.device) }
    }
}
