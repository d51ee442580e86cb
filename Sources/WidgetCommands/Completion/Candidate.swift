/// What a shell may put where Tab was pressed.
struct Candidate: Equatable {
    let value: String
    let description: String

    init(_ value: String, _ description: String = "") {
        (self.value, self.description) = (PlainText.line(value), PlainText.line(description))
    }

    /// What a completion function of ArgumentParser's returns: the value, a tab, the description.
    var line: String { "\(value)\t\(description)" }

    init(line: some StringProtocol) {
        let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }

    /// Those whose value begins as `prefix` does; where there is none, whatever the case.
    static func matching(_ prefix: String, _ candidates: [Candidate]) -> [Candidate] {
        let found = candidates.filter { $0.value.hasPrefix(prefix) }
        return found.isEmpty ? candidates.filter { $0.value.lowercased().hasPrefix(prefix.lowercased()) } : found
    }
}
