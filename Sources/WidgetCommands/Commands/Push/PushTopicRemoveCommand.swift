import ArgumentParser

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
        try session.show(session.client.removePushTopic(name)) { "Removed the topic \(PlainText.line($0.topic.name)): its token works no more.\n" }
    }
}
