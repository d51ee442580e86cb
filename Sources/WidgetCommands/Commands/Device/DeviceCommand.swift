import ArgumentParser

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
            DeviceRevokeCommand.self, DeviceForgetCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self)
}
