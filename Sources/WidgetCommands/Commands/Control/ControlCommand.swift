import ArgumentParser

struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control", abstract: "Buttons and toggles that providers give, on all of a user's devices.",
        subcommands: [
            ControlListCommand.self, ControlShowCommand.self, ControlWatchCommand.self, ControlPressCommand.self, ControlSetCommand.self,
            ControlKindsCommand.self, ControlAddCommand.self, ControlConfigureCommand.self, ControlRemoveCommand.self, ControlReloadCommand.self,
            ControlTokenCommand.self,
        ],
        defaultSubcommand: ControlListCommand.self)
}
