import ArgumentParser

/// The words that may stand where Tab was pressed, by the tree of commands.
enum CommandLineCompletion {
    enum Answer: Equatable {
        case words([Candidate])
        /// Names of files, which the shell knows best.
        case files
        /// A helper program answers.
        case program(HelperProgram)
    }

    /// - Parameters:
    ///   - root: the tree.
    ///   - words: those before, without quotes, the program's name first.
    ///   - current: the word that is being written.
    static func answer(_ root: any ParsableCommand.Type, words: [String], current: String) -> Answer {
        var command = root
        var rest = words.dropFirst()
        var isHelp = false
        while let word = rest.first, !command.configuration.subcommands.isEmpty {
            if word.hasPrefix("-") {
                rest.removeFirst()
                guard GlobalOptions.takesValue(word) else { continue }
                // Its value is being written.
                if rest.popFirst() == nil { return .files }
            } else if word == "help" {
                isHelp = true
                rest.removeFirst()
            } else if let inner = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) {
                command = inner
                rest.removeFirst()
            } else if let inner = command.configuration.defaultSubcommand {
                command = inner
            } else {
                return .words([])
            }
        }
        if let program = HelperProgram.all.first(where: { $0.command == command.configuration.commandName }) { return .program(program) }
        guard command.configuration.subcommands.isEmpty else { return .words(commands(of: command, isRoot: command == root, current)) }
        return isHelp ? .words([]) : Leaf(command, words: words, rest: Array(rest), current: current).answer
    }

    private static func commands(of command: any ParsableCommand.Type, isRoot: Bool, _ current: String) -> [Candidate] {
        if current.hasPrefix("-") {
            let own: (any ParsableArguments.Type)? = isRoot ? command : command.configuration.defaultSubcommand
            let options = own ?? CommonOptions.self
            return CommandArguments(of: options).options.map { Candidate($0.names[0], $0.abstract) }
                + (isRoot ? CommandArguments(of: CommonOptions.self).options.map { Candidate($0.names[0], $0.abstract) } : [])
        }
        let inner = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map {
            Candidate($0.configuration.commandName ?? "", $0.configuration.abstract)
        }
        return inner + (isRoot ? [Candidate("help", "Show what a command does.")] : [])
    }
}

/// A command without commands of its own.
private struct Leaf {
    let command: any ParsableCommand.Type
    let arguments: CommandArguments
    /// The whole line, for completion functions.
    let words: [String]
    let current: String
    /// How many positional arguments stand before.
    var placed = 0
    /// The option whose value is being written.
    var pending: CommandArguments.Argument?
    var used: Set<String> = []
    var isBehindEnd = false

    init(_ command: any ParsableCommand.Type, words: [String], rest: [String], current: String) {
        (self.command, self.words, self.current) = (command, words, current)
        arguments = CommandArguments(of: command)
        for word in rest {
            if pending != nil {
                pending = nil
            } else if isBehindEnd || !word.hasPrefix("-") || word == "-" {
                placed += 1
            } else if word == "--" {
                isBehindEnd = true
            } else if let option = option(named: word.prefix { $0 != "=" }) {
                used.formUnion(option.names)
                if option.takesValue, !word.contains("=") { pending = option }
            }
        }
    }

    private func option(named name: some StringProtocol) -> CommandArguments.Argument? { arguments.options.first { $0.names.contains(String(name)) } }

    var answer: CommandLineCompletion.Answer {
        if let pending { return values(of: pending, "\(pending.names[0])", current) }
        if !isBehindEnd, current.hasPrefix("-") {
            if let sign = current.firstIndex(of: "="), let option = option(named: current[..<sign]), option.takesValue {
                let value = String(current[current.index(after: sign)...])
                guard case .words(let found) = values(of: option, option.names[0], value) else { return .files }
                return .words(found.map { Candidate("\(current[...sign])\($0.value)", $0.description) })
            }
            return .words(options)
        }
        let positionals = arguments.positionals
        let place = positionals.indices.contains(placed) || positionals.last?.isRepeating != true ? placed : positionals.count - 1
        guard positionals.indices.contains(place) else { return .words(isBehindEnd || !current.isEmpty ? [] : options) }
        if positionals[place].takesRest { return .words(current.isEmpty && !isBehindEnd ? options : []) }
        let found = values(of: positionals[place], "positional@\(place)", current)
        return found == .words([]) && current.isEmpty && !isBehindEnd ? .words(options) : found
    }

    private var options: [Candidate] {
        arguments.options.filter { $0.isRepeating || used.isDisjoint(with: $0.names) }.map { Candidate($0.names[0], $0.abstract) }
    }

    private func values(of argument: CommandArguments.Argument, _ name: String, _ current: String) -> CommandLineCompletion.Answer {
        switch argument.values {
        case .any: return .words([])
        case .files: return .files
        case .list(let values): return .words(values.map { Candidate($0) })
        case .custom:
            let found = custom(name, current)
            // A manifest's path may stand where a provider's id may.
            return Candidate.matching(current, found).isEmpty && current.contains("/") ? .files : .words(found)
        }
    }

    /// Calls the completion function that is declared with an argument.
    private func custom(_ name: String, _ current: String) -> [Candidate] {
        do {
            _ = try command.parseAsRoot(["---completion", "--", name, "\(words.count)", "\(current.count)"] + words + [current])
            return []
        } catch {
            return command.fullMessage(for: error).split(separator: "\n").map(Candidate.init(line:))
        }
    }
}
