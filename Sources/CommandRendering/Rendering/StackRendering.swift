package import WidgetAPI
import WidgetCore

/// `stack`: the cards in their order, each with its clues.
package struct StackRendering {
    package var dates: DateFormatting
    package var style: Style
    package var width: Int?

    package init(dates: DateFormatting, style: Style, width: Int?) { (self.dates, self.style, self.width) = (dates, style, width) }

    /// - Parameters:
    ///   - pictures: of the cards at those indices, line by line.
    ///   - withAll: what isn't shown too, what the machine says, and what providers were asked.
    package func text(_ state: ProtoStackState, pictures: [Int: [String]] = [:], withAll: Bool = false) -> String {
        var text = ""
        if state.cards.isEmpty { text += "The stack is empty: nothing is placed, and no card is of use now.\n" }
        for (index, card) in state.cards.enumerated() {
            text += head(card, number: "\(card.place)")
            text += details(card)
            for line in pictures[index] ?? [] { text += "    \(line)\n" }
        }
        if state.hasNextChange { text += style(.dim, "The next change by the clock: \(dates.both(state.nextChange.timestamp)).") + "\n" }
        guard withAll else { return text }
        if !state.absent.isEmpty {
            text += "\n" + style(.dim, "Not shown") + "\n"
            for card in state.absent { text += head(card, number: "-") + details(card) }
        }
        text += "\n" + style(.dim, "The machine's own clues") + "\n" + Self.circumstances(state.circumstances)
        if !state.kinds.isEmpty { text += "\n" + kinds(state.kinds) }
        return text
    }

    /// The widgets of a stack that a user has made, as they are now.
    package static func members(_ stack: ProtoWidgetStack) -> String {
        let name = PlainText.line(stack.name)
        guard !stack.widgets.isEmpty else { return "\(name) is gone: no widget is in it.\n" }
        return "\(name): \(stack.widgets.map { PlainText.line($0.displayName) }.joined(separator: ", ")).\n"
    }

    private func head(_ card: ProtoStackCard, number: String) -> String {
        var text = "\(number.count < 2 ? " " : "")\(number)  " + style(card.place > 0 ? .bold : nil, PlainText.line(card.displayName))
        let parameters = Names.parameters(card.parameters)
        if !parameters.isEmpty { text += " (\(PlainText.line(parameters)))" }
        let origin = card.widgetID.isEmpty ? "card of \(PlainText.line(card.kind))" : ShortIDs.ofTime(PlainText.line(card.widgetID))
        text += "  \(style(card.score > 0 ? .green : .dim, card.score.points))  \(style(.dim, origin))"
        if card.pinned { text += "  " + style(.cyan, "pinned") }
        return text + "\n"
    }

    private func details(_ card: ProtoStackCard) -> String {
        var text = ""
        if card.clues.isEmpty || card.place == 0, card.clues.allSatisfy(\.isTrue) { text += "      \(PlainText.line(card.why))\n" }
        for clue in card.clues {
            var line = "      " + style(clue.isTrue ? .green : .dim, clue.isTrue ? "+" : "·")
            line += " \(PlainText.line(clue.clue)): " + (clue.isTrue ? clue.points.points : "not now, \(PlainText.line(clue.reason))")
            if clue.isTrue, clue.hasSince { line += ", since \(dates.relative(clue.since.timestamp))" }
            if clue.hasChangesAt { line += ", \(clue.isTrue ? "until" : "from") \(dates.both(clue.changesAt.timestamp))" }
            text += line + "\n"
        }
        if let trouble = WidgetTrouble(card) { text += "      " + style(.yellow, trouble.text(now: dates.now)) + "\n" }
        if !card.replaces.isEmpty { text += "      in place of \(card.replaces.map { ShortIDs.ofTime(PlainText.line($0)) }.joined(separator: ", "))\n" }
        return text
    }

    static func circumstances(_ value: ProtoStackCircumstances) -> String {
        func word(_ isKnown: Bool, _ value: Bool, _ yes: String, _ no: String) -> String { isKnown ? (value ? yes : no) : "not known" }
        let networks = value.networksKnown ? (value.networks.isEmpty ? "none" : value.networks.map(PlainText.line).joined(separator: ", ")) : "not known"
        let lines = [
            ("power", word(value.hasOnBattery, value.onBattery, "battery", "mains")), ("networks", networks),
            ("metered", word(value.hasMetered, value.metered, "yes", "no")),
            ("audio jack", word(value.hasHeadphones, value.headphones, "in use", "empty")),
            ("display", word(value.hasDisplay, value.display, "attached", "none beside the built-in one")),
            ("session", word(value.hasLocked, value.locked, "locked", "unlocked")),
        ]
        return lines.reduce(into: "") { text, line in
            text += "  \(line.0)\(String(repeating: " ", count: 12 - line.0.count))\(line.1)\n"
        }
    }

    private func kinds(_ kinds: [ProtoStackKind]) -> String {
        var table = Table("KIND", "CARDS", "ASKED", "NEXT", "LAST ERROR")
        table.columns[1].alignsRight = true
        for kind in kinds {
            table.add(
                .init(kind.kind), .init("\(kind.attributes)"), .init(kind.hasAnsweredAt ? dates.relative(kind.answeredAt.timestamp) : "never"),
                .init(kind.hasNextAsk ? dates.relative(kind.nextAsk.timestamp) : "when invalidated"), .init(kind.lastError, .yellow))
        }
        return table.text(style, maximumWidth: width)
    }
}
