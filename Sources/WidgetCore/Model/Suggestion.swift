/// "Did you mean …?" for an unknown name.
public enum Suggestion {
    /// Nobody reads a list of more names than this, and it hides the nearest one.
    private static let listedNames = 8
    /// Names longer than this aren't compared: the work grows with the square of the length.
    private static let comparedBytes = 64

    /// The candidate that was most likely meant by `name`. It is the nearest by insertions, deletions, replacements and swaps of neighbours, at most a third of
    /// its length away; case doesn't count. Otherwise it is the only one that begins with `name`. Nil: nothing is near.
    public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= comparedBytes else { return nil }
        var best: (name: String, distance: Int)?
        var beginning: [String] = []
        for candidate in candidates.sorted() where candidate.utf8.count <= comparedBytes {
            let bytes = Array(candidate.lowercased().utf8)
            if bytes.starts(with: wanted) { beginning.append(candidate) }
            let distance = distance(wanted, bytes)
            guard distance <= max(1, max(wanted.count, bytes.count) / 3), distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.name ?? (beginning.count == 1 ? beginning[0] : nil)
    }

    /// `; did you mean NAME?`, or nothing.
    fileprivate static func clause(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean \($0)?" } ?? ""
    }

    /// The advice after a name that is none of `candidates`: all of them if they are few, and the nearest one.
    /// - Parameters:
    ///   - verb: what stands before the list, such as `it has`.
    ///   - source: where many are listed, for a name that nothing is near to; empty: nowhere.
    public static func advice(for name: String, among candidates: some Collection<String>, verb: String = "allowed:", source: String = "") -> String {
        if (1...listedNames).contains(candidates.count) {
            let verb = candidates.count == 1 && verb == "there are" ? "there is" : verb
            return "; \(verb) \(candidates.joined(separator: ", "))" + clause(for: name, among: candidates)
        }
        let clause = clause(for: name, among: candidates)
        return clause.isEmpty && !source.isEmpty ? "; \(source) lists those that there are" : clause
    }

    /// The message about a value that is none of `choices`; `shown` is the value as an error shows it.
    public static func refusal(of name: String, shown: String, choices: some Collection<String>, source: String) -> String {
        guard choices.count > listedNames else { return "must be one of \(choices.joined(separator: ", ")), not \(shown)" + clause(for: name, among: choices) }
        return "\(shown) is none of the \(choices.count) that it can be" + advice(for: name, among: choices, source: source)
    }

    /// Optimal string alignment: Levenshtein's distance with swaps of neighbours.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var current = [i + 1]
            for j in b.indices {
                var distance = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
                current.append(distance)
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}

extension WidgetError {
    /// NOT_FOUND for a kind that no installed provider gives, with the nearest of those that are `known`.
    public static func unknownKind(_ id: String, known: some Sequence<String>) -> WidgetError {
        let suggestion = Suggestion.clause(for: id, among: known)
        let advice = suggestion.isEmpty ? "; list the kinds with widgetctl kinds" : suggestion
        return WidgetError(.notFound, "no installed provider gives the kind \(id.quoted)\(advice)")
    }
}
