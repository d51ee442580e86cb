import ArgumentParser

struct StackInvalidateCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "invalidate", abstract: "Ask a kind's provider anew when its cards are of use.",
        discussion: """
            For kinds whose configuration is relevance; `widgetctl stack --all` lists them.

            Example:
              widgetctl stack invalidate meetings
            """)

    @Argument(help: "The kind.", completion: DaemonCompletion.relevanceKinds)
    var kind: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.invalidateRelevance(ofKind: kind)) { response in
            let kind = PlainText.line(response.kind)
            return response.outcome == .coalesced ? "The provider of \(kind) is about to be asked already.\n" : "The provider of \(kind) is asked now.\n"
        }
    }
}
