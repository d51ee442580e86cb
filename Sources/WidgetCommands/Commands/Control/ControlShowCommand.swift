import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ControlShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a control, the reason for its value, and the outcome of the last taps.",
        discussion: """
            Examples:
              widgetctl control show power-saver
              widgetctl control show power-saver --place menu-bar --size medium
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @Option(help: "\(ControlSurface.allCases.map(\.rawValue).joined(separator: ", ")).", completion: .list(ControlSurface.allCases.map(\.rawValue)))
    var place = ControlPlaceArgument(place: .terminal)

    @Option(help: "small, medium or large, where the place has several.", completion: .list(["small", "medium", "large"]))
    var size = ControlSizeArgument(size: .large)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.control(control)) { snapshot in
            let picture = ControlDrawing(drawing: session.drawing).line(snapshot, size: size.size, place: place.place, limit: session.terminal.columns)
            return ControlRendering.detail(snapshot, picture: picture, session.dates, session.style)
        }
    }
}

/// A place by its name.
struct ControlPlaceArgument: ExpressibleByArgument {
    var place: ControlSurface

    init(place: ControlSurface) { self.place = place }

    init?(argument: String) {
        guard let place = ControlSurface.named(argument, \.rawValue) else { return nil }
        self.place = place
    }

    var defaultValueDescription: String { place.rawValue }
    static var allValueStrings: [String] { ControlSurface.allCases.map(\.rawValue) }
}

/// A size by its name.
struct ControlSizeArgument: ExpressibleByArgument {
    var size: ControlSize

    init(size: ControlSize) { self.size = size }

    init?(argument: String) {
        guard let size = ControlSize.named(argument, { "\($0)" }) else { return nil }
        self.size = size
    }

    var defaultValueDescription: String { "\(size)" }
    static var allValueStrings: [String] { ControlSize.allCases.map { "\($0)" } }
}
