package import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

/// The options that every command has may stand anywhere, also before the command: `widgetctl --json activity list`.
enum GlobalOptions {
    private static let flags: Set<String> = ["--json", "--no-ask-password", "--system"]
    private static let options: Set<String> = ["--socket", "--timeout"]

    /// Whether this word is one of them, with its value behind it.
    static func takesValue(_ word: String) -> Bool { options.contains(word) }

    /// The arguments with those options behind the command instead of before it, and `help A B` as `A B --help`.
    static func arranged(_ arguments: [String], root: any ParsableCommand.Type) -> [String] {
        let line = Line(arguments, root: root)
        if line.path.isEmpty && !line.isHelp { return line.rest }
        return line.path + (line.isHelp ? line.rest + ["--help"] : line.moved + line.rest)
    }

    /// The arguments with negative numbers as values and not as options; nil: the parser refused something else.
    ///
    /// - Parameter message: what the parser says, which names the words that it can't use.
    static func withNumbers(_ arguments: [String], message: String) -> [String]? {
        func isNumber(_ word: String) -> Bool { word.hasPrefix("-") && Int(word) != nil }
        guard !arguments.contains("--"), arguments.contains(where: { isNumber($0) && message.contains("'\($0)'") }) else { return nil }
        return arguments.filter { !isNumber($0) } + ["--"] + arguments.filter(isNumber)
    }

    /// The message for a word that should be a command and is none.
    ///
    /// - Parameter message: what the parser says, which names the words that it can't use.
    static func unknownCommand(_ arguments: [String], root: any ParsableCommand.Type, message: String) -> String? {
        let line = Line(arguments, root: root)
        let commands = line.command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.compactMap { $0.configuration.commandName }
        guard let word = line.rest.first, !word.hasPrefix("-"), !commands.isEmpty, message.contains("'\(word)'") else { return nil }
        let place = ([root.configuration.commandName ?? ""] + line.path).joined(separator: " ")
        let advice = Suggestion.advice(for: word, among: commands, verb: "there are", source: "`\(place) --help`")
        return "there is no command `\(place) \(PlainText.line(word))`\(advice)"
    }

    /// A command line, taken apart as far as its command.
    private struct Line {
        var path: [String] = []
        var moved: [String] = []
        var rest: [String]
        var isHelp = false
        var command: any ParsableCommand.Type

        init(_ arguments: [String], root: any ParsableCommand.Type) {
            command = root
            var left = arguments[...]
            while let word = left.first {
                let isGroup = !command.configuration.subcommands.isEmpty
                if isGroup, GlobalOptions.flags.contains(word) || GlobalOptions.options.contains(String(word.prefix { $0 != "=" })) {
                    moved.append(left.removeFirst())
                    if GlobalOptions.takesValue(word), let value = left.popFirst() { moved.append(value) }
                } else if word == "help", path.isEmpty, !isHelp {
                    isHelp = true
                    left.removeFirst()
                } else if let inner = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) {
                    command = inner
                    path.append(left.removeFirst())
                } else {
                    break
                }
            }
            rest = Array(left)
        }
    }
}

/// The options of every command.
package struct CommonOptions: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp("The daemon's socket. Without it: $WIDGETD_SOCKET, or the first of the user's and the machine's daemon.", valueName: "path"))
    var socketPath: String?

    @Flag(help: "Ask the machine's own daemon, whose widgets are shared by all who may reach it.")
    var system = false

    @Option(
        help: ArgumentHelp(
            "Seconds to wait for an answer. Without it: 10; for an action or a preview 60; to check a provider, to join or to verify 120; for a backup 600.",
            valueName: "seconds"))
    package var timeout: Double?

    @Flag(help: "Print JSON: one object a line, with its format's version in \"format\".")
    package var json = false

    @Flag(help: "Never have a password asked for; a terminal lets polkit ask for one where the machine's own daemon needs it.")
    package var noAskPassword = false

    package init() {}

    /// The path that the options name; nil: they name none.
    package var socket: String? { system ? SocketLocation.systemPath : socketPath }

    /// The words for a program that does the same.
    var words: [String] {
        (socket.map { ["--socket", $0] } ?? []) + (timeout.map { ["--timeout", "\($0)"] } ?? []) + (noAskPassword ? ["--no-ask-password"] : [])
    }

    package func validate() throws {
        if system, socketPath != nil { throw ValidationError("--system: --socket names another daemon; leave one of them out") }
        if let timeout, !(timeout > 0 && timeout <= 86_400) { throw ValidationError("--timeout: \(timeout) is not between 0 and 86,400 seconds") }
    }
}

/// The option of every command that shows a log.
struct LogOptions: ParsableArguments {
    @Option(name: [.customShort("n"), .long], help: "How many, the newest; at most 1,000.")
    var number = CommandLimits.logEntries

    func validate() throws {
        if !(1...CommandLimits.maximumLogEntries).contains(number) {
            throw ValidationError("--number (-n): \(number) is not between 1 and \(CommandLimits.maximumLogEntries)")
        }
    }
}
