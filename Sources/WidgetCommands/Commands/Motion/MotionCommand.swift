package import ArgumentParser
import WidgetCore

/// Hands over to `widgetctl-motion`, a program of its own: the animation engine brings a library with it that would make every other command start later.
package struct MotionCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "motion", abstract: abstract, discussion: discussion)
    package static let abstract = "See what animations do."
    package static let discussion = """
        Example:
          widgetctl motion plot .snappy .bouncy
        """

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("plot, and what it takes.", valueName: "arguments"))
    var arguments: [String] = []

    package init() {}

    /// Becomes the program where the arguments ask for its help, as `help motion plot`: it has the pages. Comes back where they ask for something else.
    /// - Throws: UNAVAILABLE where the program can't be started.
    static func help(_ arguments: [String]) throws {
        guard arguments.starts(with: ["help", "motion"]) else { return }
        var command = MotionCommand()
        command.arguments = arguments.dropFirst(2) + ["--help"]
        try command.run()
    }

    package func run() throws {
        let candidates = MotionProgram.become(arguments)
        throw WidgetError(
            .unavailable,
            "widgetctl-motion can't be started: it is none of \(candidates.joined(separator: ", ")); install it with make install, or build it with make build")
    }
}
