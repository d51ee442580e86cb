import ArgumentParser

struct PushTopicAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a topic, and show its token, once.",
        discussion: """
            Whoever has the token may post to the topic, and no more than that. Where there is a topic of that name it gets another token, and the one before works no more.

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
