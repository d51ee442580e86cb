import ArgumentParser
import WidgetAPI

/// The options that configure a widget: of the command that places it, and of the one that changes it.
struct WidgetOptions: ParsableArguments {
    @Option(help: "The family. Without it a new widget has the kind's first.", completion: DaemonCompletion.families)
    var family: FamilyArgument?

    @Option(help: "A name of your own, at most 64 bytes; \"\" for the kind's.")
    var name: String?

    var isEmpty: Bool { family == nil && name == nil }

    func configure(_ request: inout ProtoPlaceRequest) {
        request.family = family?.proto ?? .unspecified
        request.name = name ?? ""
    }

    func configure(_ request: inout ProtoConfigureRequest) {
        request.family = family?.proto ?? .unspecified
        if let name { request.name = name }
    }
}
