import WidgetAPI
import WidgetCore

/// The Smart Stack on a surface: its cards, and the one of them that is seen.
struct CardDeck {
    /// The word for it in the file, and its id among the widgets of a page.
    static let name = WallSurface.stackName

    private(set) var cards: [ProtoStackCard] = []
    /// The place of the card that is seen.
    private(set) var current = 0

    /// Takes over the stack as it is now. Where another card is of most use than before, that one is seen; otherwise the same as before.
    mutating func update(_ next: [ProtoStackCard]) {
        let (seen, first) = (card?.identity, cards.first?.identity)
        cards = next
        current = next.first?.identity == first ? next.firstIndex { $0.identity == seen } ?? 0 : 0
    }

    /// Turns to another card. Behind the last one the first follows.
    mutating func turn(by step: Int) {
        guard cards.count > 1 else { return }
        current = (current + step % cards.count + cards.count) % cards.count
    }

    /// The card that is seen; nil: the stack is empty.
    var card: ProtoStackCard? { cards.indices.contains(current) ? cards[current] : nil }

    /// The card that is seen, as a widget shows itself.
    var snapshot: ProtoWidgetSnapshot? {
        card.map { card in
            .with {
                ($0.widget.id, $0.widget.kind, $0.widget.family) = (card.identity, card.kind, card.family)
                if card.hasArchive { $0.archive = card.archive }
                ($0.contentMarginsDisabled, $0.privateHidden) = (card.contentMarginsDisabled, card.privateHidden)
            }
        }
    }

    /// The largest family of its cards, so that none of them moves its neighbours.
    var family: WidgetFamily {
        let families = cards.compactMap { WidgetFamily(rawValue: $0.family.rawValue) }
        return families.max { $0.size.width * $0.size.height < $1.size.width * $1.size.height } ?? .systemSmall
    }
}

extension ProtoStackCard {
    /// Its widget; of a card of a relevance kind, the kind and the parameters.
    fileprivate var identity: String {
        if !widgetID.isEmpty { return widgetID }
        let values = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.textFormatString())" }
        return ([kind] + values).joined(separator: " ")
    }
}
