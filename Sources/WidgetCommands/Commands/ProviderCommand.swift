import ArgumentParser

struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Make, list and check the programs that provide widgets.",
        subcommands: [
            ProviderListCommand.self, ProviderCheckCommand.self, ProviderRunCommand.self, ProviderRescanCommand.self,
            ProviderNewCommand.self, ProviderDevCommand.self,
        ],
        defaultSubcommand: ProviderListCommand.self)
}
