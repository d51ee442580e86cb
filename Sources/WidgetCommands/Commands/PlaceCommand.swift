import ArgumentParser
import WidgetAPI

struct PlaceCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Place a widget.",
        discussion: """
            Parameters are given as key=value; `widgetctl kinds KIND` lists them.

            Examples:
              widgetctl place system --family medium
              widgetctl place agenda calendar=work.ics --name Work
            """)

    @Argument(help: "The kind of widget.", completion: DaemonCompletion.kinds)
    var kind: String

    @Argument(help: ArgumentHelp("Values of parameters.", valueName: "key=value"))
    var parameters: [ParameterAssignment] = []

    @Option(name: .customLong("set"), help: ArgumentHelp("The value of a parameter.", valueName: "key=value"))
    var settings: [ParameterAssignment] = []

    @Option(help: "The family; without it the kind's first.")
    var family: FamilyArgument?

    @Option(help: "A name of your own, at most 64 bytes.")
    var name: String?

    @Flag(help: "Place nothing where a widget of this kind is placed already.")
    var unlessPlaced = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var request = ProtoPlaceRequest()
        request.kind = kind
        request.family = family?.proto ?? .unspecified
        request.name = name ?? ""
        request.unlessPlaced = unlessPlaced
        let assignments = parameters + settings
        if !assignments.isEmpty {
            request.parameters = try ParameterAssignment.values(assignments, of: session.client.kinds().kind(named: kind))
        }
        var random = SystemRandomNumberGenerator()
        request.idempotencyKey = IdempotencyKey.make(using: &random)
        try session.show(session.client.place(request), as: WidgetRendering.placed)
    }
}
