import ArgumentParser

struct DeviceForgetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Take a device that is gone off the list.",
        discussion: """
            It isn't kept the same any more, and may be invited again. One that was lost or stolen is better revoked.

            On a terminal you are asked first.

            Example:
              widgetctl device forget old-laptop
            """)

    @Argument(help: "The device.", completion: DaemonCompletion.devices)
    var device: String

    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        // By its id, so that what was confirmed is what is forgotten.
        let found = try session.client.devices(all: true).device(named: device)
        guard found.state != .self_ else { throw DeviceRendering.isThisDevice(found, "forget") }
        if !yes { try Confirmation.ask(DeviceRendering.forgetQuestion(found), flag: "--yes", in: session) }
        try session.show(session.client.forgetDevice(found.id)) { DeviceRendering.forgotten($0.device) }
    }
}
