/// One visible character and the columns that it takes, 1 or 2.
struct TextCharacter: Sendable, Hashable {
    var text: String
    var width: Int

    var isSpace: Bool { text == " " }
}

extension Collection<TextCharacter> {
    /// Columns.
    var width: Int { reduce(0) { $0 + $1.width } }
}
