import ArgumentParser

struct StackPinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Keep a widget before all that aren't pinned.",
        discussion: """
            It goes behind those that are pinned already; a stack has ten places. Pins are this device's own.

            Example:
              widgetctl stack pin system
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pin(widget)) { "\($0.changed ? "Pinned" : "Pinned already:") \(PlainText.line($0.widgetID)).\n" }
    }
}

struct StackUnpinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin", abstract: "Let a widget stand where its score puts it.",
        discussion: """
            Example:
              widgetctl stack unpin system
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.unpin(widget)) { "\($0.changed ? "Unpinned" : "Not pinned:") \(PlainText.line($0.widgetID)).\n" }
    }
}
