import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSettings

struct WallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wall", abstract: "Say which widgets widgetd-wall shows on the desktop, in a panel, or on a whole display.",
        subcommands: [WallListCommand.self, WallPlaceCommand.self, WallMoveCommand.self, WallPagesCommand.self, WallRemoveCommand.self],
        defaultSubcommand: WallListCommand.self)
}

/// The file of `widgetd-wall`, for the commands.
struct WallEditor {
    let file: WallFile

    init() throws(WidgetError) { file = try WallFile(environment: Environment.value) }

    /// The surfaces of the file; none where there is no file.
    func read() throws(WidgetError) -> WallConfiguration { try file.read() ?? WallConfiguration(surfaces: []) }

    /// Changes the file.
    /// - Returns: what it says now.
    func edit(_ change: (inout WallConfiguration) throws(WidgetError) -> Void) throws(WidgetError) -> WallConfiguration {
        var configuration = try read()
        try change(&configuration)
        try file.write(configuration)
        return configuration
    }

    /// The surface that is meant: the named one, or the only one, or the usual one.
    static func surface(_ name: String?, in configuration: WallConfiguration) -> String {
        name ?? (configuration.surfaces.count == 1 ? configuration.surfaces[0].name : WallSurface.standardName)
    }
}

/// Says what a surface shows.
enum WallRendering {
    static func json(_ configuration: WallConfiguration, file: WallFile) -> String {
        let surfaces = configuration.surfaces.map { surface in
            let pages = surface.pages.map { pages in
                "[" + pages.map { "[" + $0.map { JSONOutput.string($0) }.joined(separator: ",") + "]" }.joined(separator: ",") + "]"
            }
            return "{\"name\":\(JSONOutput.string(surface.name)),\"kind\":\"\(surface.kind)\",\"pages\":\(pages ?? "null")}"
        }
        return "{\"format\":\"\(JSONOutput.format)\",\"file\":\(JSONOutput.string(file.path)),\"surfaces\":[\(surfaces.joined(separator: ","))]}"
    }

    static func text(_ configuration: WallConfiguration, file: WallFile) -> String {
        guard !configuration.surfaces.isEmpty else {
            return "There is no \(PlainText.line(file.path)): widgetd-wall shows all widgets of the board on the desktop.\n"
        }
        return configuration.surfaces.map { surface in
            let displays = surface.outputs.isEmpty ? "every display" : surface.outputs.map { PlainText.line($0) }.joined(separator: ", ")
            return "\(PlainText.line(surface.name)): \(surface.kind) on \(displays)\n" + pages(of: surface)
        }.joined()
    }

    static func pages(of surface: WallSurface) -> String {
        guard let pages = surface.pages else { return "  all widgets of the board\n" }
        if pages.allSatisfy(\.isEmpty) { return "  no widgets\n" }
        return pages.enumerated().map { number, widgets in
            "  " + (pages.count > 1 ? "page \(number + 1): " : "") + widgets.map { PlainText.line($0) }.joined(separator: ", ") + "\n"
        }.joined()
    }
}

struct WallListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the surfaces and their widgets.",
        discussion: """
            Example:
              widgetctl wall list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let editor = try WallEditor()
        let configuration = try editor.read()
        try session.show(json: WallRendering.json(configuration, file: editor.file), text: WallRendering.text(configuration, file: editor.file))
    }
}

struct WallPagesCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages", abstract: "List the pages of a surface, or say how often they turn.",
        discussion: """
            Examples:
              widgetctl wall pages
              widgetctl wall pages hall --turn-after 30
              widgetctl wall pages hall --turn-after never
            """)

    @Argument(help: "The surface.")
    var surface: String?

    @Option(help: ArgumentHelp("Seconds until the next page, or never.", valueName: "seconds"))
    var turnAfter: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let turnAfter, turnAfter != "never", !(Int(turnAfter).map(WallLimits.turnAfter.contains) ?? false) {
            throw ValidationError(
                "--turn-after: \"\(PlainText.line(turnAfter))\" is neither never nor \(WallLimits.turnAfter.lowerBound) to \(WallLimits.turnAfter.upperBound)")
        }
    }

    func run(in session: Session) throws {
        let editor = try WallEditor()
        var configuration = try editor.read()
        let name = WallEditor.surface(surface, in: configuration)
        if let turnAfter {
            configuration = try editor.edit { next throws(WidgetError) in next.surfaces[try next.index(of: name)].turnAfter = Int(turnAfter) }
        }
        let shown = configuration.surfaces[try configuration.index(of: name)]
        let turning = shown.turnAfter.map { "  the next page comes after \($0) s\n" } ?? ""
        try session.show(
            json: WallRendering.json(WallConfiguration(surfaces: [shown]), file: editor.file), text: WallRendering.pages(of: shown) + turning)
    }
}
