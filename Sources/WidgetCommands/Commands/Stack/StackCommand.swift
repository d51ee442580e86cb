import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct StackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stack", abstract: "Show the Smart Stack, the few widgets and cards that are of use now, and make stacks of widgets.",
        subcommands: [
            StackShowCommand.self, StackListCommand.self, StackAddCommand.self, StackRemoveCommand.self, StackPinCommand.self, StackUnpinCommand.self,
            StackInvalidateCommand.self,
        ],
        defaultSubcommand: StackShowCommand.self)
}

struct StackShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a stack as it is now, in order, with the score of each clue.",
        discussion: """
            Without a name it is the Smart Stack of all widgets.

            Examples:
              widgetctl stack
              widgetctl stack show work
              widgetctl stack --all
              widgetctl stack --watch --json | jq '[.cards[].kind]'
            """)

    @Argument(help: "A stack that you have made.", completion: DaemonCompletion.stacks)
    var stack: String?

    @Flag(help: "Also widgets that aren't in it, with the reason; the machine's own clues; and when providers are asked again.")
    var all = false

    @Flag(help: "Also draw the cards.")
    var draw = false

    @Flag(help: "Print it again whenever it changes, until interrupted.")
    var watch = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        guard watch else { return try show(session.client.stack(stack ?? "", absent: all, archives: draw), session, session.dates) }
        try session.follow { client throws(WidgetError) in
            let states = try client.watchStack(stack ?? "", absent: all, archives: draw)
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
                    pictures[index] = picture.ansiLines(session.terminal.color, terminalBackground: session.terminal.background)
                }
            }
            return rendering.text(state, pictures: pictures, withAll: all)
        }
    }
}

struct StackPinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Keep a widget before all that aren't pinned.",
        discussion: """
            It goes behind the widgets that are pinned already; a stack has ten places. Pins are this device's own.

            Example:
              widgetctl stack pin system
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pin(widget)) { "\($0.changed ? "Pinned" : "Pinned already:") \(PlainText.line($0.widgetID)).\n" }
    }
}

struct StackUnpinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin", abstract: "Unpin a widget: its score decides its place again.",
        discussion: """
            Example:
              widgetctl stack unpin system
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.unpin(widget)) { "\($0.changed ? "Unpinned" : "Not pinned:") \(PlainText.line($0.widgetID)).\n" }
    }
}

struct StackInvalidateCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "invalidate", abstract: "Ask a kind's provider anew when its cards are of use.",
        discussion: """
            For kinds whose configuration is relevance; `widgetctl stack --all` lists them.

            Example:
              widgetctl stack invalidate meetings
            """)

    @Argument(help: "The kind.", completion: DaemonCompletion.relevanceKinds)
    var kind: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.invalidateRelevance(ofKind: kind)) { response in
            let kind = PlainText.line(response.kind)
            return response.outcome == .coalesced ? "The provider of \(kind) is about to be asked already.\n" : "The provider of \(kind) is asked now.\n"
        }
    }
}
