/// One part of a rich text.
public struct ViewTextSpan: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case text(String)
        case liveText(LiveText)
        /// A symbol by name, as high as the letters.
        case symbol(String)
    }

    public var content: Content
    /// Those of a text: fonts, colours and lines.
    public var modifiers: [ViewModifier]

    public init(_ content: Content, modifiers: [ViewModifier] = []) {
        self.content = content
        self.modifiers = modifiers
    }

    /// The part as plain text; empty for a symbol.
    public var plainText: String {
        switch content {
        case .text(let text): text
        case .liveText(let live): live.fallback
        case .symbol: ""
        }
    }
}

/// A line through or under a text.
public struct ViewTextLine: Sendable, Hashable {
    public enum Pattern: Int, Sendable, Hashable, CaseIterable {
        case solid = 1
        case dot = 2
        case dash = 3
        case dashDot = 4
        case dashDotDot = 5
    }

    /// False takes the line of a view around it away.
    public var isActive: Bool
    public var pattern: Pattern
    /// Nil: the text's own.
    public var color: ViewColor?

    public init(isActive: Bool = true, pattern: Pattern = .solid, color: ViewColor? = nil) {
        self.isActive = isActive
        self.pattern = pattern
        self.color = color
    }
}

public enum ViewTextCase: Int, Sendable, Hashable, CaseIterable {
    case uppercase = 1
    case lowercase = 2
    /// As written, whatever a view around it says.
    case unchanged = 3
}

/// The part of a text that is left out where there is no room.
public enum ViewTruncation: Int, Sendable, Hashable, CaseIterable {
    case head = 1
    case tail = 2
    case middle = 3
}

/// Text that follows the clock without a reload.
public struct LiveText: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case time = 1
        case date = 2
        case relative = 3
        case offset = 4
        case timer = 5
        /// The time now.
        case currentTime = 6
        /// The date today.
        case currentDate = 7

        /// It shows the surface's own clock, and no date of the provider's.
        public var isOfNow: Bool { self == .currentTime || self == .currentDate }
    }

    public var style: Style
    /// Not read where the style is ``Style/isOfNow``.
    public var date: Timestamp
    /// The end of a range; with it a timer stops there.
    public var end: Timestamp?
    public var countsDown: Bool
    public var pause: Timestamp?
    /// IANA name; empty: the surface's own.
    public var timeZone: String
    /// Shown by a surface that can't compute it.
    public var fallback: String

    public init(
        style: Style, date: Timestamp, end: Timestamp? = nil, countsDown: Bool = false, pause: Timestamp? = nil, timeZone: String = "", fallback: String = ""
    ) {
        self.style = style
        self.date = date
        self.end = end
        self.countsDown = countsDown
        self.pause = pause
        self.timeZone = timeZone
        self.fallback = fallback
    }

    /// The time now.
    public static func currentTime(timeZone: String = "") -> LiveText { LiveText(style: .currentTime, date: Timestamp(milliseconds: 0), timeZone: timeZone) }

    /// The date today.
    public static func currentDate(timeZone: String = "") -> LiveText { LiveText(style: .currentDate, date: Timestamp(milliseconds: 0), timeZone: timeZone) }
}
