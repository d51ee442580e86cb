import WidgetAPI
import WidgetCore

/// The stacks that a look shows, with their cards as items.
struct WebStacks {
    /// By the stack's word.
    private var decks: [String: CardDeck] = [:]
    private var cards: [BoardOrder.Key: ProtoStackCard] = [:]
    /// The cards of each stack in their order, by its word.
    private var keys: [String: [BoardOrder.Key]] = [:]

    /// The cards of a stack have come.
    /// - Parameter name: empty: the Smart Stack.
    /// - Returns: the cards, which may look different.
    mutating func update(_ next: [ProtoStackCard], of name: String) -> [BoardOrder.Key] {
        let word = PageWord.stack(name).text
        for key in keys[word] ?? [] { cards[key] = nil }
        decks[word, default: CardDeck()].update(next)
        let keys = next.map { BoardOrder.Key(kind: .card, id: Self.id($0, in: name)) }
        self.keys[word] = keys
        for (key, card) in zip(keys, next) { cards[key] = card }
        return keys
    }

    /// Forgets the stacks that aren't followed any more.
    mutating func keep(_ names: Set<String>) {
        let words = Set(names.map { PageWord.stack($0).text })
        for word in Array(keys.keys) where !words.contains(word) {
            for key in keys[word] ?? [] { cards[key] = nil }
            (keys[word], decks[word]) = (nil, nil)
        }
    }

    func has(_ word: String) -> Bool { keys[word]?.isEmpty == false }

    /// The stack as it stands on a page; nil: it has no cards.
    func place(_ word: String) -> BoardOrder.Stack? {
        guard let deck = decks[word], let keys = keys[word], !keys.isEmpty else { return nil }
        return BoardOrder.Stack(word: word, family: deck.family, cards: keys)
    }

    func card(_ key: BoardOrder.Key) -> ProtoStackCard? { cards[key] }

    /// The widget of a card; nil: it is of none.
    func widget(of key: BoardOrder.Key) -> String? { cards[key].flatMap { $0.widgetID.isEmpty ? nil : $0.widgetID } }

    /// The cards of a widget.
    func cards(of widget: String) -> [BoardOrder.Key] { cards.filter { $0.value.widgetID == widget }.map(\.key) }

    /// An id that no card of another stack has: letters, digits, `-` and `_`. A card of no widget gets a digest of its kind and parameters.
    private static func id(_ card: ProtoStackCard, in name: String) -> String {
        if !card.widgetID.isEmpty { return "\(name)-\(card.widgetID)" }
        return "\(name)-\(ContentDigest(of: Array(card.identity.utf8)).description.prefix(32))"
    }
}
