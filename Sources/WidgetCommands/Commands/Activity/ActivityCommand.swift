import ArgumentParser

struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Follow something that happens now, on all of a user's devices.",
        subcommands: [
            ActivityListCommand.self, ActivityShowCommand.self, ActivityWatchCommand.self, ActivityStartCommand.self, ActivityUpdateCommand.self,
            ActivityRunCommand.self, ActivityEndCommand.self, ActivityDismissCommand.self, ActivityTapCommand.self,
        ],
        defaultSubcommand: ActivityListCommand.self)
}
