import ArgumentParser

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
