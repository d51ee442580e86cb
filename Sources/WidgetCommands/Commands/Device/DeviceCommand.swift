import ArgumentParser
import CommandRendering

struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Keep the same widgets on several machines: add, name and remove devices.",
        discussion: """
            A machine is added with two commands: one that invites, and on the other machine one that joins.

            Examples:
              widgetctl device invite
              widgetctl device list
            """,
        subcommands: [
            DeviceListCommand.self, DeviceInviteCommand.self, DeviceJoinCommand.self, DeviceRenameCommand.self, DeviceAddressesCommand.self,
            DeviceRevokeCommand.self, DeviceForgetCommand.self, DeviceLeaveCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self)
}

struct DeviceListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the devices that have the same widgets.",
        discussion: """
            Ids are cut to a length at which each is unique. That much of an id, or a name, is enough for the other commands.

            Example:
              widgetctl device list
            """)

    @Flag(help: "Also devices that were forgotten.")
    var all = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.devices(all: all)) {
            DeviceRendering.table($0.devices, session.dates, session.style, width: session.tableWidth)
        }
    }
}

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

struct DeviceAddressesCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "addresses", abstract: "Show or replace the addresses at which a device is tried.",
        discussion: """
            The device is also tried where it was found last. Without addresses, the command shows those that it has.

            Examples:
              widgetctl device addresses laptop
              widgetctl device addresses desk desk.example.org:9434 192.168.1.20
              widgetctl device addresses desk unix:/run/user/1000/desk.sock
            """)

    @Argument(help: "The device.", completion: DaemonCompletion.devices)
    var device: String

    @Argument(help: "host, host:port, [IPv6]:port or unix:/path; at most 8. Without a port it is 9434.")
    var addresses: [String] = []

    @Flag(help: "Take all addresses away.")
    var clear = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if addresses.count > CommandLimits.addresses { throw ValidationError("a device has at most \(CommandLimits.addresses) addresses") }
        if clear, !addresses.isEmpty { throw ValidationError("--clear and addresses exclude each other") }
    }

    func run(in session: Session) throws {
        if addresses.isEmpty, !clear {
            let found = try session.client.devices(all: true).device(named: device)
            return try session.show(found, as: DeviceRendering.addresses)
        }
        try session.show(session.client.setAddresses(addresses, ofDevice: device)) { DeviceRendering.addresses($0.device) }
    }
}
