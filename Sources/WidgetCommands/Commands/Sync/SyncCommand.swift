import ArgumentParser

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "See whether the devices are the same, and what happened between them.",
        subcommands: [SyncStatusCommand.self, SyncLogCommand.self, SyncVerifyCommand.self, SyncConflictsCommand.self],
        defaultSubcommand: SyncStatusCommand.self)
}
