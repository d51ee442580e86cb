import WidgetAPI
import WidgetCore

/// The stacks on the board: of each, one widget is seen, in the place of the first. A terminal shows a card of no widget by the widget that it stands for.
struct BoardStacks {
    /// The stack of each widget that is in one.
    private var stacks: [String: String] = [:]
    /// The widgets of each stack, in the board's order.
    private var members: [String: [String]] = [:]
    private var decks: [String: CardDeck] = [:]

    var names: Set<String> { Set(members.keys) }

    /// A widget came.
    /// - Parameters:
    ///   - name: its stack; empty: it stands alone.
    ///   - order: all widgets of the board.
    mutating func put(_ widget: String, into name: String, among order: [String]) {
        if name.isEmpty, stacks[widget] == nil { return }
        stacks[widget] = name.isEmpty ? nil : name
        keep(order)
    }

    /// Forgets the widgets that aren't on the board.
    mutating func keep(_ order: [String]) {
        if stacks.isEmpty, members.isEmpty { return }
        members = [:]
        for widget in order { if let name = stacks[widget] { members[name, default: []].append(widget) } }
        stacks = stacks.filter { members[$0.value]?.contains($0.key) == true }
        decks = decks.filter { members[$0.key] != nil }
    }

    /// The cards of a stack came, in their order.
    mutating func update(_ cards: [ProtoStackCard], of name: String) {
        guard members[name] != nil else { return }
        decks[name, default: CardDeck()].update(cards.filter { Self.widget($0) != nil })
    }

    mutating func turn(_ name: String, by step: Int) { decks[name]?.turn(by: step) }

    /// The widget of a card, or the one that it stands for.
    private static func widget(_ card: ProtoStackCard) -> String? { card.widgetID.isEmpty ? card.replaces.first : card.widgetID }

    /// The widget of a stack that is seen; nil: there is no such stack.
    func front(of name: String) -> String? {
        guard let members = members[name] else { return nil }
        return decks[name]?.card.flatMap(Self.widget).flatMap { members.contains($0) ? $0 : nil } ?? members.first
    }

    /// The widgets that are seen.
    func seen(_ order: [String]) -> [String] {
        if members.isEmpty { return order }
        return order.compactMap { widget in
            guard let name = stacks[widget] else { return widget }
            return members[name]?.first == widget ? front(of: name) : nil
        }
    }

    /// In the board's order.
    func members(of name: String) -> [String] { members[name] ?? [] }

    func members(beside widget: String) -> [String] { stacks[widget].flatMap { members[$0] } ?? [widget] }

    /// The first widget of the stack that a widget is in, or the widget itself.
    func first(beside widget: String) -> String { members(beside: widget).first ?? widget }

    /// - Returns: its name, the number of the card in front from 1, and how many there are; nil: it stands alone.
    func stack(of widget: String) -> (name: String, number: Int, count: Int)? {
        guard let name = stacks[widget] else { return nil }
        guard let deck = decks[name], !deck.cards.isEmpty else { return (name, 1, members[name]?.count ?? 1) }
        return (name, deck.current + 1, deck.cards.count)
    }
}
