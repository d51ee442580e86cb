import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSettings

struct WallPlaceCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Show a widget on a surface; the surface is made where there is none of the name.",
        discussion: """
            The widget stands last on its page. A running widgetd-wall shows it at once. A surface that showed the whole board shows the placed widgets alone \
            from then on.

            Examples:
              widgetctl wall place system
              widgetctl wall place system --surface hall --kind wall --page 1
              widgetctl wall place @stack
            """)

    @Argument(help: "The widget; @stack for the Smart Stack, @stack/NAME for one of yours, @control/NAME for a control.", completion: DaemonCompletion.widgets)
    var widget: String

    @Option(help: "The surface.")
    var surface: String?

    @Option(help: "What a surface that is made becomes: \(WallSurface.Kind.allCases.map { "\($0)" }.joined(separator: ", ")).")
    var kind: String?

    @Option(help: "The page, from 1. Only a wall has several.")
    var page: Int?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let kind, !WallSurface.Kind.allCases.contains(where: { "\($0)" == kind }) {
            throw ValidationError("--kind: \"\(PlainText.line(kind))\" is none of \(WallSurface.Kind.allCases.map { "\($0)" }.joined(separator: ", "))")
        }
    }

    func run(in session: Session) throws {
        let word = try word(session.client)
        let editor = try WallEditor()
        var (name, showedAll) = ("", false)
        let made = kind.flatMap { name in WallSurface.Kind.allCases.first { "\($0)" == name } }
        let configuration = try editor.edit { next throws(WidgetError) in
            name = WallEditor.surface(surface, in: next)
            showedAll = next.surfaces.contains { $0.name == name && $0.pages == nil }
            try next.place(word, on: name, kind: made, page: page)
        }
        let shown = PlainText.line(name)
        let rest = showedAll ? "\(shown) showed the whole board, and shows only its own widgets from now on.\n" : ""
        try session.show(json: WallRendering.json(configuration, file: editor.file), text: "Placed \(PlainText.line(widget)) on \(shown).\n\(rest)")
    }

    /// The word that is kept: as it was typed, or the whole id in the place of its beginning. A name with a mistake would show nothing.
    private func word(_ client: WidgetClient) throws(WidgetError) -> String {
        switch PageWord(widget) {
        case .stack(""): return widget
        case .stack(let name):
            _ = try client.stack(name)
            return widget
        case .control(let name):
            _ = try client.control(name)
            return widget
        case .widget:
            let id = try client.widget(widget).widget.id
            return id.hasPrefix(widget) ? id : widget
        }
    }
}

struct WallMoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Put a widget elsewhere on its surface.",
        discussion: """
            Examples:
              widgetctl wall move system 1
              widgetctl wall move system --after agenda
              widgetctl wall move system --page 2
            """)

    @Argument(help: "The widget, as the file names it.")
    var widget: String

    @Argument(help: "Its place on the page, from 1.")
    var place: Int?

    @Option(help: "Right before this widget, on its page.")
    var before: String?

    @Option(help: "Right after this widget, on its page.")
    var after: String?

    @Option(help: "To this page, from 1; at its end unless a place is named.")
    var page: Int?

    @Option(help: "The surface.")
    var surface: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let places = [place != nil, before != nil, after != nil].count { $0 }
        if places > 1 { throw ValidationError("name one place: a number, --before or --after") }
        if places == 0, page == nil { throw ValidationError("where to? Give a number, --before, --after or --page") }
        if let place, place < 1 { throw ValidationError("a place on the page is a whole number from 1 on, and \(place) isn't") }
        if let page, page < 1 { throw ValidationError("--page: pages are counted from 1, and \(page) isn't one") }
    }

    func run(in session: Session) throws {
        let editor = try WallEditor()
        let position: WallConfiguration.Position =
            if let before { .before(before) } else if let after { .after(after) } else if let place { .place(place) } else { .last }
        let configuration = try editor.edit { next throws(WidgetError) in
            try next.move(widget, on: WallEditor.surface(surface, in: next), to: position, page: page)
        }
        try session.show(json: WallRendering.json(configuration, file: editor.file), text: "Moved \(PlainText.line(widget)).\n")
    }
}

struct WallRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a widget off a surface; it stays placed.",
        discussion: """
            Example:
              widgetctl wall remove system
            """)

    @Argument(help: "The widget, as the file names it.")
    var widget: String

    @Option(help: "The surface.")
    var surface: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let editor = try WallEditor()
        let configuration = try editor.edit { next throws(WidgetError) in
            try next.remove(widget, from: WallEditor.surface(surface, in: next))
        }
        try session.show(json: WallRendering.json(configuration, file: editor.file), text: "Removed \(PlainText.line(widget)).\n")
    }
}
