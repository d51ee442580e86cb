import ArgumentParser

struct StackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stack", abstract: "Show the Smart Stack: the few widgets and cards that are of use now, in order, and why.",
        subcommands: [StackShowCommand.self, StackPinCommand.self, StackUnpinCommand.self, StackInvalidateCommand.self],
        defaultSubcommand: StackShowCommand.self)
}
