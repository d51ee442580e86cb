import ArgumentParser
import WidgetAPI
import WidgetCore

struct StackShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the stack as it is now, with the score of each clue.",
        discussion: """
            Examples:
              widgetctl stack
              widgetctl stack --all
              widgetctl stack --watch --json | jq '[.cards[].kind]'
            """)

    @Flag(help: "Also what isn't in it, and why; what the machine says of itself; and when providers are asked again.")
    var all = false

    @Flag(help: "Also draw what the cards show.")
    var draw = false

    @Flag(help: "Print it again whenever it changes, until interrupted.")
    var watch = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        guard watch else { return try show(session.client.stack(absent: all, archives: draw), session, session.dates) }
        try session.follow { client throws(WidgetError) in
            let states = try client.watchStack(absent: all, archives: draw)
            return { () throws(WidgetError) in if case .state(let state) = try states.next() { state } else { nil } }
        } each: { state, dates in
            if !session.printsJSON { try session.output.write(session.style(.dim, dates.local(dates.now)) + "\n") }
            try show(state, session, dates)
        }
    }

    private func show(_ state: ProtoStackState, _ session: Session, _ dates: DateFormatting) throws {
        try session.show(state) { state in
            let rendering = StackRendering(dates: dates, style: session.style, width: session.tableWidth)
            var pictures: [Int: [String]] = [:]
            if draw {
                for (index, card) in state.cards.enumerated() where card.hasArchive {
                    let picture = session.drawing.card(
                        card.archive, family: card.family, title: card.displayName, hasNoMargins: card.contentMarginsDisabled,
                        limit: session.terminal.columns)
                    pictures[index] = picture.ansiLines(session.terminal.color, ground: session.terminal.ground)
                }
            }
            return rendering.text(state, pictures: pictures, withAll: all)
        }
    }
}
