/// The words of a command line of bash, up to the cursor.
struct ShellWords: Equatable {
    /// Without quotes; without the one that is being written.
    var words: [String] = []
    /// The word that is being written, without quotes.
    var current = ""
    /// The same word with its quotes and backslashes.
    var raw = ""
    /// The quote that is open at its end; nil: none is.
    var quote: Character?

    init(_ line: String) {
        var isEscaped = false
        var isInWord = false
        for character in line {
            if isEscaped {
                isEscaped = false
                // Within double quotes a backslash stands for itself before most characters.
                if quote == "\"", !"\"\\$`".contains(character) { current.append("\\") }
                add(character, as: String(character))
            } else if character == "\\", quote != "'" {
                isEscaped = true
                raw.append(character)
            } else if let open = quote {
                if character == open { quote = nil }
                add(character, as: character == open ? "" : String(character))
            } else if character == "\"" || character == "'" {
                quote = character
                add(character, as: "")
            } else if character == " " || character == "\t" {
                if isInWord { words.append(current) }
                (current, raw, isInWord) = ("", "", false)
                continue
            } else {
                add(character, as: String(character))
            }
            isInWord = true
        }
    }

    private mutating func add(_ character: Character, as text: String) {
        raw.append(character)
        current += text
    }

    /// The text in place of the word that is being written, which bash takes to begin behind the last of `breaks`.
    func replacement(_ value: String, breaks: String) -> String {
        let shared = raw.lastIndex { breaks.contains($0) && ($0 == "=" || $0 == ":") }.map { raw[...$0].count } ?? 0
        switch quote {
        case "'": return value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        case .some: return Self.escapedInDoubleQuotes(value)
        // Bash takes a word with quotes that are closed as a whole.
        case nil where raw.contains("\"") || raw.contains("'"): return Self.escaped(value)
        case nil: return String(Self.escaped(value).dropFirst(shared))
        }
    }

    /// A name may come from another device: within double quotes a shell would run `$(…)` of it. `!` recalls the history there, with and without a backslash:
    /// the quote ends before it.
    private static func escapedInDoubleQuotes(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\", "\"", "$", "`": result += "\\\(character)"
            case "!": result += "\"\\!\""
            default: result.append(character)
            }
        }
    }

    /// A word in which nothing means anything to a shell.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            let isPlain = character.isLetter || character.isNumber || "-_./=:@%+,".contains(character)
            result += isPlain ? String(character) : "\\\(character)"
        }
    }

    /// A word of a shell without its quotes.
    static func unquoted(_ word: String) -> String { ShellWords(word).current }
}
