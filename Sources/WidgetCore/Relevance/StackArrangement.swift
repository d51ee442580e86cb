/// The cards that a Smart Stack shows at one date, and the others with the reason why it doesn't.
public struct StackArrangement: Sendable, Hashable {
    /// Shown, in order; at most ``RelevanceLimits/stack``.
    public var shown: [StackCard]
    /// Not shown, each with its ``StackCard/exclusionReason``; relevance cards first, then widgets, each in order.
    public var absent: [StackCard]
    /// The next date at which the clock alone changes anything of ``shown``, as far as anything is known; nil: never.
    public var nextChange: Timestamp?
}

/// One thing that a Smart Stack can show: a placed widget, or a card of a relevance kind.
public struct StackCard: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case widget(WidgetID)
        /// The attribute at that index of what the kind's provider said.
        case card(index: Int)
    }

    /// Why something isn't shown.
    public enum ExclusionReason: Sendable, Hashable {
        /// A clue isn't true.
        case clue
        /// Another attribute of the same configuration is shown.
        case sameConfiguration
        /// Another member of the group is shown.
        case group(String)
        /// A card of that kind is shown in its place.
        case replaced(by: String)
        /// The stack is full.
        case noRoom
    }

    public var content: Content
    public var kind: String
    public var provider: String
    /// 0...100; 0: not relevant.
    public var score: Double
    public var priority: StackPriority
    /// Since when it is relevant; of a widget that isn't, when it was placed.
    public var since: Timestamp
    /// Each clue with its score.
    public var clues: [RelevanceSignal]
    public var isPinned = false
    /// Widgets in whose place it is shown.
    public var replaces: [WidgetID] = []
    public var exclusionReason: ExclusionReason?

    public var widget: WidgetID? { if case .widget(let id) = content { id } else { nil } }
    public var index: Int? { if case .card(let index) = content { index } else { nil } }

    /// Whether it goes before `other` where neither is pinned: by score, priority, recency; and so that there is one order, by kind and number.
    func ranks(before other: StackCard) -> Bool {
        if score != other.score { return score > other.score }
        if priority != other.priority { return priority > other.priority }
        if since != other.since { return since > other.since }
        switch (content, other.content) {
        case (.widget(let a), .widget(let b)): return a < b
        case (.card(let a), .card(let b)): return (kind, a) < (other.kind, b)
        case (.card, .widget): return true
        case (.widget, .card): return false
        }
    }
}

extension StackCard {
    /// Why it is where it is, or why it isn't shown: part of a sentence.
    public var why: String {
        switch exclusionReason {
        case .clue?:
            let missing = clues.filter { !$0.isTrue }.map { "\($0.clue) (\($0.reason))" }
            return "not now: " + missing.joined(separator: ", ")
        case .sameConfiguration?: return "another card of the same configuration is shown"
        case .group(let name)?: return "another card of the group \(name.quoted) is shown"
        case .replaced(let kind)?: return "a card of '\(kind)' is shown in its place"
        case .noRoom?: return "a stack has \(RelevanceLimits.stack) places"
        case nil:
            if isPinned { return score > 0 ? "pinned; " + reasons : "pinned" }
            return score > 0 ? reasons : "it isn't relevant now; it fills a free place of the stack"
        }
    }

    private var reasons: String { clues.filter(\.isTrue).map(\.clue).joined(separator: ", ") }
}

extension RelevanceSignal {
    /// A sentence for `explain`.
    public var sentence: String {
        let until = changesAt.map { ", until \($0.rfc3339)" } ?? ""
        return isTrue ? "Clue: \(clue), \(points.points)\(until)." : "Clue: \(clue), no points now: \(reason)."
    }
}

extension Double {
    /// `70 points`, `62.5 points`.
    public var points: String {
        let tenths = (self * 10).rounded()
        let text = tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
        return text == "1" ? "1 point" : "\(text) points"
    }
}
