import Foundation

/// Which way the characters of a number roll.
public enum NumericTextDirection: Equatable, Hashable, Sendable {
    /// New ones come from below.
    case up
    /// New ones come from above.
    case down
    /// Up where the value is more than that of the text before, down where it is less.
    case value(Double)

    /// Whether characters roll down when a text with `previous` becomes one with this. Without two values to compare, and where they are equal, they roll up.
    public func countsDown(from previous: NumericTextDirection?) -> Bool {
        switch (self, previous) {
        case (.down, _): true
        case (.value(let value), .value(let old)?): value < old
        default: false
        }
    }
}

/// Which characters of a text stay, leave and arrive when it becomes another one, and how.
///
/// The common beginning and end of both texts stay and only move to their new places. Everything between is replaced, one column after the other from the
/// leading side.
public struct NumericTextPlan: Equatable, Sendable {
    /// A character: what a reader takes for one, however it is encoded.
    public struct Glyph: Equatable, Sendable {
        /// The character; one that stays is that of the new text.
        public let character: Character
        /// Its place in the old text, counted in characters, or `nil` where it arrives.
        public let oldIndex: Int?
        /// Its place in the new text, counted in characters, or `nil` where it leaves.
        public let newIndex: Int?
        /// The seconds that its animation waits.
        public let delay: Double

        /// Whether the character is in both texts.
        public var stays: Bool { oldIndex != nil && newIndex != nil }
    }

    /// Whether characters roll down: those that arrive come from above. Otherwise they come from below.
    public let countsDown: Bool
    /// The common beginning, then the leaving and the arriving characters, then the common end.
    public let glyphs: [Glyph]

    /// The plan for a text that becomes another one.
    public init(from old: String, to new: String, countsDown: Bool) {
        let (old, new) = (Array(old), Array(new))
        let shorter = min(old.count, new.count)
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let suffix = zip(old.reversed(), new.reversed()).prefix(shorter - prefix).prefix { $0 == $1 }.count
        let leaving = prefix..<old.count - suffix
        let arriving = prefix..<new.count - suffix

        let columns = max(leaving.count, arriving.count)
        func delay(_ index: Int) -> Double { columns > 1 ? Self.wave * Double(index - prefix) / Double(columns - 1) : 0 }
        func staying(_ index: Int, _ newIndex: Int) -> Glyph { Glyph(character: new[newIndex], oldIndex: index, newIndex: newIndex, delay: 0) }

        self.countsDown = countsDown
        glyphs =
            (0..<prefix).map { staying($0, $0) }
            + leaving.map { Glyph(character: old[$0], oldIndex: $0, newIndex: nil, delay: delay($0)) }
            + arriving.map { Glyph(character: new[$0], oldIndex: nil, newIndex: $0, delay: delay($0)) }
            + (0..<suffix).map { staying(leaving.upperBound + $0, arriving.upperBound + $0) }
    }

    // The original's numbers, read from its parameters by others.
    /// The seconds from the first column's start to the last one's.
    public static let wave = 0.15
    /// How far a character rolls, as a part of the line's height.
    private static let travel = 19.0 / 32
    /// The size of a character that isn't there.
    private static let size = 51.0 / 128
    /// The radius of its blur, as a part of the line's height.
    private static let blur = 0.25

    /// How a character that arrives is drawn before its animation, and one that leaves after it; one that stays is drawn as it is.
    /// - Parameter lineHeight: In points. One that is negative or isn't finite counts as 0.
    public func effects(of glyph: Glyph, lineHeight: Double) -> TransitionEffects {
        guard !glyph.stays else { return .identity }
        let lineHeight = lineHeight.isFinite ? max(0, lineHeight) : 0
        let comesFromBelow = (glyph.newIndex != nil) != countsDown
        return TransitionEffects(
            opacity: 0, offset: CGSize(width: 0, height: Self.travel * lineHeight * (comesFromBelow ? 1 : -1)),
            scale: CGSize(width: Self.size, height: Self.size), blurRadius: Self.blur * lineHeight)
    }
}

extension ContentTransition {
    /// The plan for a text that becomes another one, or `nil` where the characters don't roll.
    /// - Parameter previous: The transition that was set together with the old text, whose value tells which way they roll.
    public func numericTextPlan(from old: String, to new: String, previous: ContentTransition?) -> NumericTextPlan? {
        guard case .numericText(let direction) = kind else { return nil }
        var previousDirection: NumericTextDirection?
        if case .numericText(let direction)? = previous?.kind { previousDirection = direction }
        return NumericTextPlan(from: old, to: new, countsDown: direction.countsDown(from: previousDirection))
    }
}
