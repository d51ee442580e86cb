import ArgumentParser

struct DeviceRenameCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a device another name; all devices see it.",
        discussion: """
            Example:
              widgetctl device rename laptop "Old laptop"
            """)

    @Argument(help: "The device.", completion: DaemonCompletion.devices)
    var device: String

    @Argument(help: "Its new name, at most 64 bytes.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.renameDevice(device, to: name)) { DeviceRendering.renamed($0.device) }
    }
}
