import ArgumentParser
import CommandRendering

struct PushTopicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topic", abstract: "Names to which scripts post a state, with curl and a token.",
        discussion: """
            Each topic is shown as a Live Activity of that tag.

            Examples:
              widgetctl push topic list
              widgetctl push topic add build
            """,
        subcommands: [PushTopicListCommand.self, PushTopicAddCommand.self, PushTopicRemoveCommand.self], defaultSubcommand: PushTopicListCommand.self)
}

struct PushTopicListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the topics.",
        discussion: """
            Example:
              widgetctl push topic list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pushTopics()) { PushRendering.table($0.topics, session.dates, session.style, width: session.tableWidth) }
    }
}

struct PushTopicAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a topic, and show its token, once.",
        discussion: """
            Anybody with the token may post to the topic, and no more than that. A topic that exists gets a new token, and its old one no longer works.

            Example:
              widgetctl push topic add build
            """)

    @Argument(help: "Its name: letters, digits, - and _, at most 64.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.addPushTopic(name)) { PushRendering.added($0) }
    }
}

struct PushTopicRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take no more posts to a topic.",
        discussion: """
            Example:
              widgetctl push topic remove build
            """)

    @Argument(help: "The topic's name.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.removePushTopic(name)) { "Removed the topic \(PlainText.line($0.topic.name)): its token no longer works.\n" }
    }
}
