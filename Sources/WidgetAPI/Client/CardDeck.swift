public import WidgetCore

/// A stack on a surface: its cards, and the one of them that is seen.
public struct CardDeck: Sendable {
    public private(set) var cards: [ProtoStackCard] = []
    /// The place of the card that is seen.
    public private(set) var current = 0

    public init() {}

    /// Takes over the stack as it is now. Where another card is of most use than before, that one is seen; otherwise the same as before.
    public mutating func update(_ next: [ProtoStackCard]) {
        let (seen, first) = (card?.identity, cards.first?.identity)
        cards = next
        current = next.first?.identity == first ? next.firstIndex { $0.identity == seen } ?? 0 : 0
    }

    /// Turns to another card. Behind the last one the first follows.
    public mutating func turn(by step: Int) {
        guard cards.count > 1 else { return }
        current = (current + step % cards.count + cards.count) % cards.count
    }

    /// The card that is seen; nil: the stack is empty.
    public var card: ProtoStackCard? { cards.indices.contains(current) ? cards[current] : nil }

    /// The card that is seen, as a widget shows itself.
    public var snapshot: ProtoWidgetSnapshot? { card?.snapshot }

    /// The largest family of its cards, so that none of them moves its neighbours.
    public var family: WidgetFamily {
        let families = cards.compactMap { WidgetFamily(rawValue: $0.family.rawValue) }
        return families.max { $0.size.width * $0.size.height < $1.size.width * $1.size.height } ?? .systemSmall
    }
}

extension ProtoStackCard {
    /// The card as a widget shows itself.
    public var snapshot: ProtoWidgetSnapshot {
        .with {
            ($0.widget.id, $0.widget.kind, $0.widget.family) = (identity, kind, family)
            if hasArchive { $0.archive = archive }
            ($0.contentMarginsDisabled, $0.privateHidden) = (contentMarginsDisabled, privateHidden)
        }
    }

    /// Its widget; of a card of a relevance kind, the kind and the parameters.
    public var identity: String {
        if !widgetID.isEmpty { return widgetID }
        let values = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.textFormatString())" }
        return ([kind] + values).joined(separator: " ")
    }
}
