import WidgetAPI
import WidgetCore
import WidgetStore

/// Makes the messages of a Smart Stack's cards, without private content while the session is locked.
struct StackCardMessages {
    /// The widgets that the cards show.
    let widgets: [WidgetID: StackWidget]
    /// The cards' kinds.
    let kinds: [String: Kind]
    /// The relevance that providers gave, by kind.
    let relevance: [String: RelevanceRecord]
    let privacy: Privacy
    let board: Board
    let store: WidgetStore

    /// A card without its place and its archive.
    func message(_ card: StackCard) -> ProtoStackCard {
        var proto = ProtoStackCard()
        proto.kind = card.kind
        proto.provider = card.provider
        proto.displayName = kinds[card.kind]?.displayName ?? card.kind
        proto.contentMarginsDisabled = kinds[card.kind]?.contentMarginsDisabled ?? false
        if let id = card.widget, let there = widgets[id] {
            proto.widgetID = id.description
            proto.displayName = there.displayName
            proto.parameters = there.isHidden ? [:] : there.widget.parameters.proto
            proto.family = ProtoWidgetFamily(there.widget.family)
            (proto.unavailable, proto.lastError) = (there.unavailable, there.isHidden ? Privacy.reason(there.lastError) : there.lastError)
            if let date = there.receivedAt { proto.receivedAt = .init(date) }
        } else if let (provided, index) = provided(card) {
            proto.parameters = provided.cards[index].attribute.parameters.proto
            proto.family = ProtoWidgetFamily(provided.family)
        }
        proto.score = card.score
        proto.priority = ProtoStackCard.Priority(rawValue: card.priority.rawValue) ?? .filler
        if card.since > .earliest { proto.since = .init(card.since) }
        proto.clues = card.clues.map(ProtoStackClue.init)
        proto.pinned = card.isPinned
        proto.replaces = card.replaces.map(\.description)
        proto.why = card.why
        return proto
    }

    /// Whether private content of a card is hidden.
    func isHidden(_ card: StackCard) -> Bool {
        switch card.content {
        case .widget(let id): widgets[id]?.isHidden ?? false
        case .card: provided(card).map { privacy.hides && ArchiveCodec.hasPrivateViews($0.cards[$1].entry.archive) } ?? false
        }
    }

    /// The archive that a card shows; nil: none yet.
    /// - Throws: DATA_LOSS for an archive that can't be read; the store's errors.
    func archive(of card: StackCard) throws(WidgetError) -> [UInt8]? {
        switch card.content {
        case .card:
            guard let (provided, index) = provided(card) else { return nil }
            let bytes = provided.cards[index].entry.archive
            return try privacy.redacted(bytes) ?? bytes
        case .widget(let id):
            guard let entry = board.entry(id) else { return nil }
            switch entry.archive {
            case .none: return nil
            case .ready(_, let bytes), .own(let bytes): return bytes
            case .stored(let digest): return try store.archive(digest)
            }
        }
    }

    private func provided(_ card: StackCard) -> (ProvidedRelevance, Int)? {
        guard case .card(let index) = card.content, let provided = relevance[card.kind]?.provided, provided.cards.indices.contains(index) else { return nil }
        return (provided, index)
    }
}

extension ProtoStackClue {
    fileprivate init(_ score: RelevanceSignal) {
        self.init()
        clue = score.clue
        isTrue = score.isTrue
        points = score.points
        reason = score.reason
        if let date = score.since, date > .earliest { since = .init(date) }
        if let date = score.changesAt { changesAt = .init(date) }
    }
}

extension ProtoStackCircumstances {
    init(_ context: DeviceContext) {
        self.init()
        if let value = context.isOnBattery.value { onBattery = value }
        networksKnown = context.networks.value != nil
        networks = context.networks.value?.sorted() ?? []
        if let value = context.isMetered.value { metered = value }
        if let value = context.hasHeadphones.value { headphones = value }
        if let value = context.hasDisplay.value { display = value }
        if let value = context.isLocked.value { locked = value }
    }
}
