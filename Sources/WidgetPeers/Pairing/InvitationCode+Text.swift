public import WidgetCore

extension InvitationCode: CustomStringConvertible {
    /// Symbols before each check digit.
    private static let run = 6

    /// `ABCDEFG-HIJKLMN-…`
    public var description: String {
        let symbols = Base32.encode(bytes)
        let groups = stride(from: 0, to: symbols.count, by: Self.run).map { start in
            let part = symbols[start..<min(start + Self.run, symbols.count)]
            return String(decoding: (part + [Base32.checkDigit(part)]).map { Base32.alphabet[Int($0)] }, as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }

    /// Reads what ``description`` wrote. Case, spaces, dashes and line ends don't matter; 0, 1 and 8 are read as O, I and B.
    /// - Throws: INVALID_ARGUMENT that says what is wrong and where; FAILED_PRECONDITION for a newer form.
    public init(_ text: String) throws(WidgetError) {
        var symbols: [UInt8] = []
        for character in text where !(character.isWhitespace || character.isNewline || character == "-") {
            guard let byte = character.asciiValue, let symbol = Base32.symbol(byte) else {
                throw .invalid("code", "'\(character)' can't be in one: it has the letters A to Z and the digits 2 to 7")
            }
            symbols.append(symbol)
            guard symbols.count <= PairingLimits.codeSymbols else { throw .invalid("code", "it is longer than a code can be") }
        }
        guard !symbols.isEmpty else { throw .invalid("code", "it is empty") }
        var plain: [UInt8] = []
        for (index, start) in stride(from: 0, to: symbols.count, by: Self.run + 1).enumerated() {
            let group = symbols[start..<min(start + Self.run + 1, symbols.count)]
            guard group.count > 1, let digit = group.last, digit == Base32.checkDigit(group.dropLast()) else {
                let shown = String(decoding: group.map { Base32.alphabet[Int($0)] }, as: UTF8.self)
                throw .invalid("code", "group \(index + 1), \(shown), is mistyped; compare it with what the other device shows")
            }
            plain += group.dropLast()
        }
        guard let bytes = Base32.decode(plain) else { throw Self.damaged("it isn't whole: its end is missing") }
        try self.init(bytes: bytes)
    }
}
