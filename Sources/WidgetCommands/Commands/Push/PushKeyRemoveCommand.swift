import ArgumentParser

struct PushKeyRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Let servers push no more that sign with this key.",
        discussion: """
            Example:
              widgetctl push key remove KEY0000001
            """)

    @Argument(help: "The key's id.", completion: DaemonCompletion.pushKeys)
    var id: String

    @Option(help: ArgumentHelp("Whose key it is, where several teams have one of that id.", valueName: "team"))
    var team: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.removePushKey(id, team: team ?? "")) { PushRendering.removed($0.key) }
    }
}
