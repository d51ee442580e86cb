import ArgumentParser
import WidgetAPI
import WidgetCore

struct KindsCommand: QuickCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinds", abstract: "List the kinds of widgets that can be placed, or show one with its parameters.",
        discussion: """
            Examples:
              widgetctl kinds
              widgetctl kinds system
            """)

    @Argument(help: "A kind, to see its parameters.", completion: DaemonCompletion.kinds)
    var kind: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        guard let kind else { return try Self.answer(in: session) }
        var response = try session.client.kinds()
        let found = try response.kind(named: kind)
        response.kinds = [found]
        try session.show(response) { _ in KindRendering.detail(found, session.style, width: session.tableWidth) }
    }

    static func answer(in session: Session) throws {
        try session.show(session.client.kinds()) { KindRendering.table($0.kinds, session.style, width: session.tableWidth) }
    }
}

extension ProtoKindsResponse {
    /// The kind with this id or alias.
    ///
    /// - Throws: `NOT_FOUND` that names those there are.
    func kind(named name: String) throws(WidgetError) -> ProtoKind {
        if let kind = kinds.first(where: { $0.id == name }) ?? kinds.first(where: { $0.aliases.contains(name) }) { return kind }
        let others = kinds.isEmpty ? "no provider is installed" : "there are \(kinds.map(\.id).joined(separator: ", "))"
        throw WidgetError(.notFound, "kind: there is no kind \"\(name)\"; \(others)")
    }
}
