/// Emphasis for a terminal; none where the output isn't one, or a user asked for none.
struct Style: Sendable {
    enum Emphasis: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    var isColored: Bool

    static let plain = Style(isColored: false)

    /// `text`, emphasised where there is colour.
    func callAsFunction(_ emphasis: Emphasis?, _ text: String) -> String {
        guard isColored, let emphasis, !text.isEmpty else { return text }
        return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
    }
}
