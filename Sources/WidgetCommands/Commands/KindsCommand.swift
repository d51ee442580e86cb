import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct KindsCommand: QuickCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinds", abstract: "List the kinds of widgets that can be placed, or show one with its parameters.",
        discussion: """
            With --preview it draws a widget of the kind, from sample data where its provider has some. Nothing is placed.

            Examples:
              widgetctl kinds
              widgetctl kinds system
              widgetctl kinds system metric=cpu --preview --family medium
            """)

    @Argument(help: "A kind, to see its parameters.", completion: DaemonCompletion.kinds)
    var kind: String?

    @Argument(help: ArgumentHelp("Values of parameters, for --preview.", valueName: "key=value"), completion: DaemonCompletion.parameters)
    var parameters: [ParameterAssignment] = []

    @Flag(help: "Draw a widget of the kind.")
    var preview = false

    @Option(help: "The family to draw; without it the kind's first.", completion: DaemonCompletion.families)
    var family: FamilyArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if preview, kind == nil { throw ValidationError("--preview: name the kind to draw, as in widgetctl kinds system --preview") }
        if !preview, family != nil { throw ValidationError("--family goes with --preview") }
        if !preview, !parameters.isEmpty { throw ValidationError("values of parameters go with --preview; to place a widget with them: widgetctl place") }
    }

    func run(in session: Session) throws {
        guard let kind else { return try Self.answer(in: session) }
        if preview { return try draw(kind, in: session) }
        var response = try session.client.kinds()
        var found = try response.kind(named: kind)
        found.parameters = found.parameters.hidingSecrets
        response.kinds = [found]
        try session.show(response) { _ in KindRendering.detail(found, session.style, width: session.tableWidth) }
    }

    private func draw(_ kind: String, in session: Session) throws {
        var request = ProtoPreviewRequest()
        request.kind = kind
        request.family = family?.proto ?? .unspecified
        if !parameters.isEmpty {
            request.parameters = try ParameterAssignment.values(
                parameters, of: session.client.kinds().kind(named: kind), asking: session.client)
        }
        try session.show(session.client.preview(request)) { preview in
            var drawing = session.drawing
            drawing.pictures.add(preview.images)
            let card = drawing.card(
                preview.archive, family: preview.family, title: preview.displayName, hasNoMargins: preview.contentMarginsDisabled,
                limit: session.terminal.columns)
            let picture = PictureOutput(terminal: session.terminal, pictures: drawing.pictures).lines(card)
            return PreviewRendering.text(preview, picture: picture, session.style)
        }
    }

    static func answer(in session: Session) throws {
        var response = try session.client.kinds()
        for index in response.kinds.indices { response.kinds[index].parameters = response.kinds[index].parameters.hidingSecrets }
        try session.show(response) { KindRendering.table($0.kinds, session.style, width: session.tableWidth) }
    }
}
