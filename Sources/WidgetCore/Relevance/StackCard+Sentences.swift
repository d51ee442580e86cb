extension StackCard {
    /// Why it is where it is, or why it isn't shown: part of a sentence.
    public var why: String {
        switch absence {
        case .clue?:
            let missing = clues.filter { !$0.isTrue }.map { "\($0.clue) (\($0.reason))" }
            return "not now: " + missing.joined(separator: ", ")
        case .sameConfiguration?: return "another card of the same configuration is shown"
        case .group(let name)?: return "another card of the group \(name.quoted) is shown"
        case .replaced(let kind)?: return "a card of '\(kind)' is shown in its place"
        case .noRoom?: return "a stack has \(RelevanceLimits.stack) places"
        case nil:
            if isPinned { return score > 0 ? "pinned; " + reasons : "pinned" }
            return score > 0 ? reasons : "nothing speaks for it now, it fills the stack"
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
