import ArgumentParser

struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Let servers say that content has changed: tokens, keys, and what became of pushes.",
        discussion: """
            A server that knows how to push to Apple's devices pushes here the same way: to a token, by a key that was added here.

            Examples:
              widgetctl push token
              widgetctl push key add --team home --id server1 server.p8
              widgetctl push topic add build
              widgetctl push log
            """,
        subcommands: [PushTokenCommand.self, PushKeyCommand.self, PushTopicCommand.self, PushLogCommand.self, PushSendCommand.self])
}

struct PushKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The keys by which servers are known.",
        discussion: """
            Examples:
              widgetctl push key list
              widgetctl push key add --team home --id server1 server.p8
            """,
        subcommands: [PushKeyListCommand.self, PushKeyAddCommand.self, PushKeyRemoveCommand.self], defaultSubcommand: PushKeyListCommand.self)
}
