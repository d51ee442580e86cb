/// The forms of the names that programs use: short, ASCII, safe in a file name, a shell and a table.
package enum Identifier {
    /// `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`: kinds are named as in Swift, too. Two that differ in case are two.
    static let kindForm = "a letter or digit, then up to \(Limits.identifierBytes - 1) of a-z, A-Z, 0-9, '.', '_' and '-'"
    /// `[a-z][a-zA-Z0-9_-]{0,63}`
    static let parameterForm = "a lower-case letter, then up to \(Limits.identifierBytes - 1) of a-z, A-Z, 0-9, '_' and '-'"

    /// `[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}`: types are named as in Swift.
    static let activityTypeForm = "a letter or digit, then up to \(Limits.activityNameBytes - 1) of a-z, A-Z, 0-9, '.', '_' and '-'"

    static func isActivityType(_ text: String) -> Bool {
        isIdentifier(text, limit: Limits.activityNameBytes, first: isAlphanumeric, rest: { isAlphanumeric($0) || ".-_".utf8.contains($0) })
    }

    static func isKind(_ text: String) -> Bool { isIdentifier(text, first: isAlphanumeric, rest: { isAlphanumeric($0) || ".-_".utf8.contains($0) }) }

    static func isParameter(_ text: String) -> Bool {
        isIdentifier(text, first: isLower, rest: { isAlphanumeric($0) || "-_".utf8.contains($0) })
    }

    /// Whether an error can name the text without quotes: `[a-zA-Z0-9_-]{1,64}`.
    package static func isPlain(_ text: String) -> Bool {
        let isPlainByte: (UInt8) -> Bool = { isAlphanumeric($0) || "-_".utf8.contains($0) }
        return isIdentifier(text, first: isPlainByte, rest: isPlainByte)
    }

    private static func isIdentifier(
        _ text: String, limit: Int = Limits.identifierBytes, first: (UInt8) -> Bool, rest: (UInt8) -> Bool
    ) -> Bool {
        guard let head = text.utf8.first, text.utf8.count <= limit else { return false }
        return first(head) && text.utf8.dropFirst().allSatisfy(rest)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLower(byte) || isUpper(byte) || isDigit(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
