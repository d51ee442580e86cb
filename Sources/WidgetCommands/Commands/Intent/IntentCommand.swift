import ArgumentParser

struct IntentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intent", abstract: "See what became of what was tapped, on all devices.",
        subcommands: [IntentLogCommand.self, IntentCancelCommand.self], defaultSubcommand: IntentLogCommand.self)
}
