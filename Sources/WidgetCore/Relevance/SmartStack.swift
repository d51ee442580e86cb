/// The Smart Stack: the things that are shown, of all that could be shown, and their order. A pure function of what there is, what the machine says, and the
/// date.
public enum SmartStack {
    /// The stack at `date`.
    ///
    /// Pinned widgets come first. Cards whose clues are all true and relevant widgets follow, by score, then priority, then recency. Other widgets fill the
    /// room that is left. Until ``StackArrangement/nextChange`` it stays as it is, unless something else changes.
    public static func arrange(_ contents: StackContents, in circumstances: DeviceContext, at date: Timestamp) -> StackArrangement {
        var next = NextDate(after: date)
        var cards: [StackCard] = []
        for kind in contents.kinds {
            for (index, attribute) in kind.attributes.enumerated() {
                let card = card(attribute, index, of: kind, in: circumstances, at: date)
                for clue in card.clues { next.note(clue.changesAt) }
                cards.append(card)
            }
        }
        cards.sort { $0.ranks(before: $1) }
        group(&cards, contents.kinds)

        let greatest = greatestScores(contents.widgets)
        var widgets = contents.widgets.map { widget(of: $0, greatest: greatest[$0.provider] ?? 0, at: date, &next) }
        replace(&widgets, by: &cards, contents.kinds)
        return place(cards, widgets, contents.pins, next.date)
    }

    // MARK: Scores

    private static func card(
        _ attribute: RelevanceAttribute, _ index: Int, of kind: StackContents.RelevanceKind, in circumstances: DeviceContext, at date: Timestamp
    ) -> StackCard {
        let clues = attribute.contexts.map { $0.score(in: circumstances, at: date) }
        let isTrue = !clues.isEmpty && clues.allSatisfy(\.isTrue)
        let best = clues.map(\.points).max() ?? 0
        return StackCard(
            content: .card(index: index), kind: kind.id, provider: kind.provider,
            score: isTrue ? min(RelevancePoints.most, best + RelevancePoints.furtherClue * Double(clues.count - 1)) : 0,
            priority: attribute.contexts.map(\.priority).max() ?? .default, since: clues.compactMap(\.since).max() ?? .earliest, clues: clues,
            exclusionReason: isTrue ? nil : .clue)
    }

    /// The greatest score that each provider's timelines have anywhere: its scores are compared with that.
    private static func greatestScores(_ widgets: [StackContents.Placed]) -> [String: Float] {
        var greatest: [String: Float] = [:]
        for widget in widgets {
            for entry in widget.timeline?.entries ?? [] {
                if let score = entry.relevance?.score, score > greatest[widget.provider] ?? 0 { greatest[widget.provider] = score }
            }
        }
        return greatest
    }

    private static func widget(of placed: StackContents.Placed, greatest: Float, at date: Timestamp, _ next: inout NextDate) -> StackCard {
        var card = StackCard(
            content: .widget(placed.id), kind: placed.kind, provider: placed.provider, score: 0, priority: .filler, since: placed.placedAt, clues: [])
        guard let timeline = placed.timeline, !timeline.entries.isEmpty else { return card }
        let shown = timeline.index(at: date)
        // An entry that is drawn again keeps its relevance.
        let index = timeline.entries[...shown].lastIndex { !$0.isRedrawn } ?? shown
        let entry = timeline.entries[index]
        guard let relevance = entry.relevance, relevance.score > 0, entry.date <= date, relevance.end(from: entry.date).map({ date < $0 }) ?? true else {
            // The next entry with a relevance, or this one where it is yet to come.
            next.note(timeline.entries[index...].first { $0.date > date && ($0.relevance?.score ?? 0) > 0 }?.date)
            return card
        }
        let following = timeline.entries[(index + 1)...].first { !$0.isRedrawn }?.date
        let end = [following, relevance.end(from: entry.date)].compactMap(\.self).min()
        next.note(end)
        let points = RelevancePoints.greatestEntry * Double(relevance.score / greatest)
        let clue = "its entry's relevance, \(relevance.score) of \(greatest), the greatest of its provider"
        (card.score, card.priority, card.since) = (points, .entry, entry.date)
        card.clues = [RelevanceSignal(clue: clue, isTrue: true, points: points, since: entry.date, changesAt: end)]
        return card
    }

    // MARK: Representatives

    /// Takes out the cards that another card of their group represents. The cards come in the order of their ranks.
    private static func group(_ cards: inout [StackCard], _ kinds: [StackContents.RelevanceKind]) {
        let attributes = Dictionary(kinds.map { ($0.id, $0.attributes) }) { first, _ in first }
        var groups: Set<[String]> = []
        var configurations: [String: Set<Parameters>] = [:]
        for place in cards.indices where cards[place].exclusionReason == nil {
            guard let index = cards[place].index, let attribute = attributes[cards[place].kind]?[index] else { continue }
            switch attribute.group {
            case .ungrouped: break
            case .automatic:
                if !configurations[cards[place].kind, default: []].insert(attribute.parameters).inserted { cards[place].exclusionReason = .sameConfiguration }
            case .named(let name):
                if !groups.insert([cards[place].provider, name]).inserted { cards[place].exclusionReason = .group(name) }
            }
        }
    }

    /// Takes out the widgets in whose place a card is shown: of the card's own provider alone, so that none can hide another's.
    private static func replace(_ widgets: inout [StackCard], by cards: inout [StackCard], _ kinds: [StackContents.RelevanceKind]) {
        for kind in kinds where !kind.associatedKind.isEmpty {
            guard let place = cards.firstIndex(where: { $0.kind == kind.id && $0.exclusionReason == nil }) else { continue }
            for index in widgets.indices
            where widgets[index].kind == kind.associatedKind && widgets[index].provider == kind.provider && widgets[index].exclusionReason == nil {
                widgets[index].exclusionReason = .replaced(by: kind.id)
                if let id = widgets[index].widget { cards[place].replaces.append(id) }
            }
        }
    }

    // MARK: Order

    private static func place(_ cards: [StackCard], _ widgets: [StackCard], _ pins: [WidgetID], _ next: Timestamp?) -> StackArrangement {
        var candidates = (cards + widgets).filter { $0.exclusionReason == nil }
        var pinned: [(place: Int, card: StackCard)] = []
        candidates.removeAll { card in
            // A card stands where the widget was pinned that it replaces.
            guard let place = pins.firstIndex(where: { card.widget == $0 || card.replaces.contains($0) }) else { return false }
            var card = card
            card.isPinned = true
            pinned.append((place, card))
            return true
        }
        candidates.sort { $0.ranks(before: $1) }
        let order = pinned.sorted { $0.place < $1.place }.map(\.card) + candidates
        let rest = order.dropFirst(RelevanceLimits.stack).map { card in
            var card = card
            card.exclusionReason = .noRoom
            return card
        }
        let absent = (cards + widgets).filter { $0.exclusionReason != nil } + rest
        return StackArrangement(
            shown: Array(order.prefix(RelevanceLimits.stack)), absent: absent.filter { $0.widget == nil } + absent.filter { $0.widget != nil },
            nextChange: next)
    }
}

/// The first of some dates that lies in the future.
private struct NextDate {
    let now: Timestamp
    var date: Timestamp?

    init(after now: Timestamp) { self.now = now }

    mutating func note(_ other: Timestamp?) {
        if let other, other > now, other < date ?? .latest { date = other }
    }
}

extension EntryRelevance {
    /// When it ends by its own duration; nil: with the entry.
    func end(from date: Timestamp) -> Timestamp? { duration > .zero ? date + duration : nil }
}
