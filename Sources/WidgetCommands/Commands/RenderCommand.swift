package import ArgumentParser

/// Hands over to `widgetctl-render`, a program of its own.
package struct RenderCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: HelperProgram.render.command, abstract: abstract, discussion: discussion)
    package static let abstract = "Draw widgets as pictures: PNG, SVG, or a list of what is drawn."
    package static let discussion = """
        What is drawn is a widget by its name, `board` for all of them, or `stack` for the Smart Stack. A picture is as large as the widget's family at two \
        pixels to a point. The look is that of the surface that the options describe.

        Examples:
          widgetctl render system
          widgetctl render board --color-scheme dark -o board.png
          widgetctl render system --rendering-mode accented --theme-tint orange -o system.svg
          widgetctl render system --all -o looks.png
        """

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("What to draw, and the options.", valueName: "arguments"))
    var arguments: [String] = []

    package init() {}

    package func run() throws { throw HelperProgram.render.missing(HelperProgram.render.exec(arguments)) }
}
