import ArgumentParser
import WidgetAPI
import WidgetCore

struct ControlKindsCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinds", abstract: "List the kinds of controls that can be added, or show one with its parameters.",
        discussion: """
            Examples:
              widgetctl control kinds
              widgetctl control kinds log-drink
            """)

    @Argument(help: "A kind, to see its parameters.", completion: DaemonCompletion.controlKinds)
    var kind: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var response = try session.client.controlKinds()
        if let kind { response.kinds = try response.kinds(named: kind) }
        for index in response.kinds.indices { response.kinds[index].kind.parameters = response.kinds[index].kind.parameters.hidingSecrets }
        try session.show(response) { response in
            kind == nil
                ? ControlKindRendering.table(response.kinds, session.style, width: session.tableWidth)
                : response.kinds.map { ControlKindRendering.detail($0, session.style, width: session.tableWidth) }.joined(separator: "\n")
        }
    }
}

extension ProtoControlKindsResponse {
    /// The kinds of that id, one of each device that gives it.
    ///
    /// - Throws: `NOT_FOUND` that names those there are.
    func kinds(named name: String) throws(WidgetError) -> [ProtoControlKindInfo] {
        let found = kinds.filter { $0.kind.id == name }
        guard found.isEmpty else { return found }
        let others =
            kinds.isEmpty
            ? "; no provider gives controls" : Suggestion.advice(for: name, among: kinds.map(\.kind.id), verb: "there are", source: "widgetctl control kinds")
        throw WidgetError(.notFound, "kind: there is no kind of control \"\(name)\"\(others)")
    }
}
