package import ArgumentParser

/// Hands over to `widgetctl-motion`, a program of its own.
package struct MotionCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: HelperProgram.motion.command, abstract: abstract, discussion: discussion)
    package static let abstract = "See what animations do."
    package static let discussion = """
        Example:
          widgetctl motion plot .snappy .bouncy
        """

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("plot, and what it takes.", valueName: "arguments"))
    var arguments: [String] = []

    package init() {}

    package func run() throws { throw HelperProgram.motion.missing(HelperProgram.motion.exec(arguments)) }
}
