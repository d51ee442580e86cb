import ArgumentParser

struct DeviceAddressesCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "addresses", abstract: "Show or replace the addresses at which a device is tried.",
        discussion: """
            Besides these, it is tried where it was found last. Without addresses, those that it has are shown.

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
