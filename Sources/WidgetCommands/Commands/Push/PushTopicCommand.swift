import ArgumentParser

struct PushTopicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topic", abstract: "Names to which scripts post how something stands, with curl and a token.",
        discussion: """
            Each topic is shown as a Live Activity of that tag.

            Examples:
              widgetctl push topic list
              widgetctl push topic add build
            """,
        subcommands: [PushTopicListCommand.self, PushTopicAddCommand.self, PushTopicRemoveCommand.self], defaultSubcommand: PushTopicListCommand.self)
}
