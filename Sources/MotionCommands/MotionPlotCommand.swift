import ArgumentParser
import CommandRendering
import Glibc
import WidgetCommands
import WidgetCore

/// Draws animations; it needs no daemon.
struct MotionPlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Draw how animations move a value from 0 to 1.",
        discussion: """
            An animation is written as in code, in quotes where it has parentheses: a preset (.default, .smooth, .snappy, .bouncy), spring, interactiveSpring, \
            interpolatingSpring, a timing curve (linear, easeIn, easeOut, easeInOut, timingCurve), and modifiers (delay, speed, repeatCount, repeatForever, \
            logicallyComplete). Below each curve stand its peak, when it settles within 1 % of its end, when it is complete for a user who looks at \
            it, and when nothing moves any more.

            Examples:
              widgetctl motion plot .snappy .bouncy
              widgetctl motion plot 'spring(duration: 0.4, bounce: 0.2)' .easeIn -o a.svg
            """)

    @Argument(help: ArgumentHelp("The animations, at most \(PlotLimits.specs).", valueName: "animation"), completion: .list(AnimationSpec.presets))
    var specs: [String]

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write a picture, with a panel for each animation. It ends with .svg or .png.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Seconds that are drawn, 0.01 to 60. Without it: until nothing moves, and 2 of what never ends.", valueName: "seconds"))
    var duration: Double?

    @Option(help: ArgumentHelp("The picture's size in pixels, 100x100 to 4096x4096.", valueName: "WxH"))
    var size: String?

    @Flag(help: "Print JSON: the figures, and the values at 60 frames a second.")
    var json = false

    func validate() throws {
        guard specs.count <= PlotLimits.specs else { throw ValidationError("animations: \(specs.count) are more than \(PlotLimits.specs)") }
        for spec in specs {
            do {
                _ = try AnimationSpec(spec)
            } catch let error as AnimationSpecError {
                throw ValidationError("animation \"\(PlainText.line(spec))\", \(error.description)")
            }
        }
        if let duration, !PlotLimits.duration.contains(duration) {
            throw ValidationError("--duration: \(duration) is not between \(PlotLimits.duration.lowerBound) and \(PlotLimits.duration.upperBound) seconds")
        }
        guard let output else {
            if size != nil { throw ValidationError("--size goes with --output; in the terminal its own size counts") }
            return
        }
        guard PictureFormat(path: output) != nil else {
            throw ValidationError("--output: \"\(PlainText.line(output))\" ends neither with .svg nor with .png; name a file that does")
        }
        if let size {
            guard let given = PlotSize(size) else { throw ValidationError("--size: \"\(PlainText.line(size))\" is not a width and a height, such as 1280x720") }
            if let fault = given.fault(curves: specs.count) { throw ValidationError("--size: \(fault)") }
        }
    }

    func run() throws {
        let plot = MotionPlot(try specs.map { try AnimationSpec($0) }, duration: duration)
        if let output, let format = PictureFormat(path: output) {
            let picture = PlotPicture(plot, size: size.flatMap { PlotSize($0) } ?? .usual(curves: specs.count))
            guard let bytes = format.bytes(of: picture) else { throw WidgetError(.resourceExhausted, "--size: there is no memory for \(picture.size.text)") }
            try Self.write(bytes, to: output)
            if !json { try OutputFile.standard.write("\(PlainText.line(output)): \(picture.size.text)\n") }
        }
        if json {
            try OutputFile.standard.write("{\"format\":\"\(JSONOutput.format)\",\(plot.json(string: JSONOutput.string))}\n")
        } else if output == nil {
            let terminal = TerminalTraits.of(STDOUT_FILENO, environment: Environment.value)
            // The last row is the shell's.
            let drawing = TerminalPlot(
                plot: plot, columns: terminal.columns, rows: terminal.rows - 1, isUnicode: terminal.isUnicode, isColored: terminal.color != .none)
            try OutputFile.standard.write(drawing.lines.map { $0 + "\n" }.joined())
        }
    }

    /// The old file stays until the picture is whole.
    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try NewFile(path: path, replaces: true)
        do {
            try file.write(bytes)
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }
}
