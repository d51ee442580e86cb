import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct MoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Put a widget elsewhere on the board.",
        discussion: """
            The order is the same on all your devices. Widgets that nobody has moved are in the order of placing. A page without widgets isn't shown. \
            @stack/NAME moves a stack.

            Examples:
              widgetctl move system --first
              widgetctl move system --after agenda
              widgetctl move system 3
              widgetctl move system --page 2
            """)

    @Argument(help: "The widget, or @stack/NAME.", completion: DaemonCompletion.widgets)
    var widget: String

    @Argument(help: "Its place on the page, from 1.", transform: MoveCommand.place)
    var place: UInt32?

    @Option(help: "Right before this widget, on its page.", completion: DaemonCompletion.widgets)
    var before: String?

    @Option(help: "Right after this widget, on its page.", completion: DaemonCompletion.widgets)
    var after: String?

    @Flag(help: "To the beginning of the page.")
    var first = false

    @Flag(help: "To the end of the page.")
    var last = false

    @Option(help: "To this page, 1 to 99; at its end unless a place is named.")
    var page: UInt32?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let places = [place != nil, before != nil, after != nil, first, last].count { $0 }
        if places > 1 { throw ValidationError("name one place: a number, --before, --after, --first or --last") }
        if places == 0, page == nil { throw ValidationError("where to? Give a number, --before, --after, --first, --last or --page") }
        if let page, !(1...Limits.boardPages).contains(Int(page)) { throw ValidationError("--page: \(page) isn't from 1 to \(Limits.boardPages)") }
    }

    private static func place(_ text: String) throws -> UInt32 {
        guard let place = UInt32(text), place > 0 else { throw ValidationError("a place on the page is a whole number from 1 on, and '\(text)' isn't") }
        return place
    }

    func run(in session: Session) throws {
        var request = ProtoMoveWidgetRequest()
        request.widget = widget
        request.page = page ?? 0
        if let place { request.place = place }
        if let before { request.before = before }
        if let after { request.after = after }
        if first { request.first = true }
        if last { request.last = true }
        try session.show(session.client.move(request), as: WidgetRendering.moved)
    }
}
