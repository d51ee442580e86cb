extension ParameterValue {
    /// The ways in which a program may write the value: as it is, line by line, as JSON, and in an address.
    fileprivate var spellings: [String] {
        switch self {
        case .integer(let integer): return ["\(integer)"]
        case .number(let number): return ["\(number)"]
        case .boolean: return []
        case .text(let text):
            let inAddress = text.utf8.map { byte in
                Character(UnicodeScalar(byte)).isLetter && byte < 128 || (48...57).contains(byte) || "-._~".utf8.contains(byte)
                    ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
            }.joined()
            let quoted = JSONText.quoted(text).dropFirst().dropLast()
            return [text, inAddress, String(quoted)] + text.split(whereSeparator: \.isNewline).map(String.init)
        }
    }
}

extension Parameters {
    /// The text without the values of secrets. A program's error may repeat them, and all devices show it. Values of less than 4 bytes are left, since any
    /// text has them.
    /// - Parameter marked: the names of secrets whose names don't say it.
    public func hidingSecrets(_ marked: Set<String> = [], in text: String) -> String {
        let secrets = flatMap { name, value -> [String] in
            guard marked.contains(name) || ParameterDefinition.isSecret(name) else { return [] }
            return value.spellings.filter { $0.utf8.count >= 4 }
        }
        // The longest first, because one may be the beginning of another.
        return secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { $0.replacing($1, with: ParameterDefinition.hiddenValue) }
    }
}
