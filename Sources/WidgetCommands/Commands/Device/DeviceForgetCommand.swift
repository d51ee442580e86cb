import ArgumentParser

struct DeviceForgetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Take a device that is gone off the list.",
        discussion: """
            It isn't kept the same any more, and may be invited again. One that was lost or stolen is better revoked.

            Example:
              widgetctl device forget old-laptop
            """)

    @Argument(help: "The device.", completion: DaemonCompletion.devices)
    var device: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.forgetDevice(device)) { DeviceRendering.forgotten($0.device) }
    }
}
