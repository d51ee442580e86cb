import ArgumentParser

struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "List and check the programs that provide widgets.",
        subcommands: [ProviderListCommand.self, ProviderCheckCommand.self, ProviderRunCommand.self, ProviderRescanCommand.self],
        defaultSubcommand: ProviderListCommand.self)
}
