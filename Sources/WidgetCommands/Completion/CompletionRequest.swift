import ArgumentParser
import CommandRendering
import WidgetCore

/// The command line that shells run when Tab is pressed, `widgetctl ---candidates SHELL …`, and the scripts that make them run it.
enum CompletionRequest {
    private static let request = "---candidates"

    /// Answers a shell's request or prints its script.
    ///
    /// - Parameters:
    ///   - root: the tree of commands.
    ///   - name: the word behind which the tree begins; nil: the program's own name.
    /// - Returns: false, and has done nothing, for any other command line.
    static func run(_ arguments: [String], root: any ParsableCommand.Type, behind name: String? = nil) throws -> Bool {
        if let shell = scriptRequest(arguments) {
            guard let script = CompletionScript.of(shell) else {
                throw ValidationError("--generate-completion-script: there is one for bash, zsh and fish, not for \"\(PlainText.line(shell))\"")
            }
            try OutputFile.standard.write(script)
            return true
        }
        guard arguments.first == request, arguments.count > 2 else { return false }
        try OutputFile.standard.write(answer(arguments, root: root, behind: name))
        return true
    }

    private static func scriptRequest(_ arguments: [String]) -> String? {
        let option = "--generate-completion-script"
        guard let first = arguments.first, first.hasPrefix(option) else { return nil }
        if first.hasPrefix(option + "=") { return String(first.dropFirst(option.count + 1)) }
        return first == option ? arguments.dropFirst().first ?? Environment.value("SHELL")?.split(separator: "/").last.map(String.init) ?? "" : nil
    }

    private static func answer(_ request: [String], root: any ParsableCommand.Type, behind name: String?) throws -> String {
        let shell = request[1]
        // bash gives its word breaks and the line up to the cursor; the others give the words, the one being written last.
        let given = request.dropFirst(2)
        let line: ShellWords? = shell == "bash" ? ShellWords(given.last ?? "") : nil
        var words = line?.words ?? Array(given.dropLast())
        if let name, let start = words.firstIndex(of: name) { words.removeFirst(start) }
        let current = line?.current ?? ShellWords.unquoted(given.last ?? "")
        switch CommandLineCompletion.answer(root, words: words, current: current) {
        case .files: return "\tfiles\n"
        case .program(let program):
            program.exec(request)
            return ""
        case .words(let candidates):
            // zsh and fish choose by rules of their own.
            let fitting = shell == "bash" ? Candidate.matching(current, candidates) : candidates
            return fitting.map { text($0, shell, line, breaks: given.first ?? "") + "\n" }.joined()
        }
    }

    private static func text(_ candidate: Candidate, _ shell: String, _ line: ShellWords?, breaks: String) -> String {
        switch shell {
        case "bash": return line?.replacement(candidate.value, breaks: breaks) ?? candidate.value
        case "zsh":
            let value = candidate.value.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            // More of the word follows behind a "=".
            return (candidate.value.hasSuffix("=") ? "+" : "-") + value + (candidate.description.isEmpty ? "" : ":\(candidate.description)")
        default: return candidate.line
        }
    }
}

/// A word that a shell may put where Tab was pressed.
struct Candidate: Equatable {
    let value: String
    let description: String

    init(_ value: String, _ description: String = "") {
        (self.value, self.description) = (PlainText.line(value), PlainText.line(description))
    }

    /// The form that a completion function of ArgumentParser returns: the value, a tab, the description.
    var line: String { "\(value)\t\(description)" }

    init(line: some StringProtocol) {
        let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }

    /// The candidates that begin with `prefix`; where none does, those that begin with it in another case.
    static func matching(_ prefix: String, _ candidates: [Candidate]) -> [Candidate] {
        let found = candidates.filter { $0.value.hasPrefix(prefix) }
        return found.isEmpty ? candidates.filter { $0.value.lowercased().hasPrefix(prefix.lowercased()) } : found
    }
}
