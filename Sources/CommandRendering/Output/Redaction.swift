/// Takes out of a text what could be a secret. For texts that other programs wrote, such as errors and log lines, before somebody else gets them.
///
/// It would rather take too much. These are replaced by `[…]`:
/// - the path and everything behind it of an address with a scheme, and a name and password in it;
/// - a run of 16 or more letters, digits, `_`, `-`, `+` and `=` with a digit in it, unless it is a UUID, which names a widget or an intent;
/// - the word that follows `token`, `password`, `secret`, `cookie`, `authorization`, `bearer`, `key` or `code`, where a `:`, `=` or, for the first six, a space
///   is between them;
/// - a block of PEM.
package enum Redaction {
    static let mark = "[…]"
    /// Shorter than the shortest secret of widgetd's own, which has 128 bits.
    private static let shortestSecret = 16
    private static let names: Set<String> = ["token", "password", "secret", "cookie", "authorization", "bearer"]
    /// Usual words too, so that only an assignment counts.
    private static let assigned: Set<String> = ["key", "code", "passwd", "apikey", "api_key", "access_token", "auth"]

    package static func text(_ text: String) -> String {
        withoutPEM(text).split(separator: "\n", omittingEmptySubsequences: false).map { line($0) }.joined(separator: "\n")
    }

    private static func withoutPEM(_ text: String) -> String {
        let begin = "-----BEGIN"
        guard let start = text.firstRange(of: begin) else { return text }
        let rest = text[start.upperBound...]
        guard let end = rest.firstRange(of: "-----END") else { return text[..<start.lowerBound] + mark }
        return text[..<start.lowerBound] + mark + withoutPEM(String(rest[end.upperBound...]))
    }

    private static func line(_ line: Substring) -> String {
        var result = ""
        var place = line.startIndex
        // Whether the next run is the value of something with a secret's name: after a space, after an assignment, or not.
        var expected = Expectation.none
        while place < line.endIndex {
            let run = line[place...].prefix(while: isOfRun)
            if run.isEmpty {
                let character = line[place]
                if character == ":" || character == "=" {
                    if expected == .assignment { expected = .value }
                } else if character == "," || character == ";" {
                    expected = .none
                }
                result.append(character)
                place = line.index(after: place)
                continue
            }
            place = run.endIndex
            if line[place...].hasPrefix("://") {
                let address = line[place...].prefix { !$0.isWhitespace && !"\"'<>()".contains($0) }
                result += run + origin(address)
                place = address.endIndex
                expected = .none
                continue
            }
            let (name, value) = assignment(run)
            if let value {
                result += isSecretName(name) || isSecret(value) ? "\(name)=\(mark)" : String(run)
                expected = .none
            } else if expected == .value || isSecret(run) {
                // `Authorization: Bearer X` and `token is X` go on to the next word.
                let goesOn = isSecretName(run) || run == "is" || run == "was"
                result += goesOn ? String(run) : mark
                expected = goesOn ? .value : .none
            } else {
                result += run
                let word = run.lowercased()
                expected = names.contains(word) ? .value : assigned.contains(word) ? .assignment : .none
            }
        }
        return result
    }

    private enum Expectation { case none, assignment, value }

    private static func isOfRun(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-" || character == "+" || character == "="
    }

    /// `name=value`; the value is nil where there is none.
    private static func assignment(_ run: Substring) -> (name: Substring, value: Substring?) {
        guard let equals = run.firstIndex(of: "="), equals > run.startIndex, run.index(after: equals) < run.endIndex else { return (run, nil) }
        let value = run[run.index(after: equals)...]
        return value.allSatisfy { $0 == "=" } ? (run, nil) : (run[..<equals], value)
    }

    private static func isSecretName(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return names.contains(word) || assigned.contains(word)
    }

    private static func isSecret(_ run: Substring) -> Bool {
        run.utf8.count >= shortestSecret && run.contains { $0.isNumber } && !isUUID(run)
    }

    private static func isUUID(_ run: Substring) -> Bool {
        let groups = run.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }

    /// `://host:port/[…]` of an address from `://` on.
    private static func origin(_ address: Substring) -> String {
        let rest = address.dropFirst(3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let hidden = authority.endIndex < rest.endIndex && rest[authority.endIndex...] != "/"
        return "://\(host)\(hidden ? "/\(mark)" : "")"
    }
}
