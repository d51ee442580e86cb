import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSettings

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "See the daemon's settings, and check its files.",
        subcommands: [ConfigShowCommand.self, ConfigCheckCommand.self, ConfigKeysCommand.self, ConfigExampleCommand.self],
        defaultSubcommand: ConfigShowCommand.self)
}

struct ConfigShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the settings that the daemon runs with, and where each comes from.",
        discussion: """
            Examples:
              widgetctl config show
              widgetctl config show --effective
            """)

    @Flag(help: "Also the keys that nobody has set, with their defaults.")
    var effective = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var response = try session.client.configuration()
        if !effective { response.settings.removeAll { !$0.isSet && $0.refused.isEmpty } }
        try session.show(response) { ConfigRendering.text($0, session.style, width: session.tableWidth) }
    }
}

extension ProtoConfigurationResponse.Setting {
    fileprivate var isSet: Bool { values.contains { $0.source != .default } }
}

/// Says which settings hold.
enum ConfigRendering {
    static func text(_ response: ProtoConfigurationResponse, _ style: Style, width: Int?) -> String {
        var text = "Nothing is set, so every key has its default: `widgetctl config show --effective` lists them.\n"
        if !response.settings.isEmpty {
            var table = Table("SECTION", "KEY", "VALUE", "FROM")
            for setting in response.settings {
                for value in setting.values.isEmpty ? [.init()] : setting.values {
                    table.add(Table.Cell(setting.section), Table.Cell(setting.key), Table.Cell(value.text), Table.Cell(place(of: value)))
                }
            }
            text = table.text(style, maximumWidth: width)
        }
        for setting in response.settings {
            guard !setting.refused.isEmpty else { continue }
            let next = setting.next.map { "\($0.text) (\(place(of: $0)))" }.joined(separator: ", ")
            let what = setting.next.isEmpty ? "can't be applied" : "couldn't be changed to \(next)"
            text += style(.red, PlainText.line("\(setting.key) \(what): \(setting.refused)")) + "\n"
        }
        guard !response.mistakes.isEmpty else { return text }
        return text + "The last reload found mistakes, and the settings before it hold:\n" + response.mistakes.map { "  \(PlainText.line($0))\n" }.joined()
    }

    private static func place(of value: ProtoConfigurationResponse.Value) -> String {
        switch value.source {
        case .file: "\(value.path):\(value.line)"
        case .commandLine: "command line"
        case .credential: "credential \(value.path)"
        default: "default"
        }
    }
}

struct ConfigCheckCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the daemon's files, without a daemon.",
        discussion: """
            It reads the files that a daemon of yours would read, or the named ones alone, and says every mistake with its file and line. The exit status is \
            78 where there is one. Only the daemon knows whether a user or group exists and an address is free.

            Examples:
              widgetctl config check
              widgetctl config check ~/.config/widgetd/widgetd.conf
            """)

    @Argument(help: "Files, in the order in which they are read.", completion: .file())
    var files: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let reader =
            files.isEmpty ? ConfigurationFiles(environment: Environment.value) : ConfigurationFiles(paths: files.map { WorkingDirectory.absolute($0) })
        var settings = reader.read()
        settings.checkTogether()
        try session.show(json: Self.json(settings), text: Self.text(settings))
        if !settings.mistakes.isEmpty { throw ExitCode(ExitStatus.configuration.rawValue) }
    }

    private static func text(_ settings: ConfigurationSettings) -> String {
        guard settings.mistakes.isEmpty else { return settings.mistakes.map { PlainText.line($0.description) + "\n" }.joined() }
        guard !settings.files.isEmpty else { return "There is no file, so every key has its default.\n" }
        return "No mistakes in \(settings.files.map { PlainText.line($0) }.joined(separator: ", ")).\n"
    }

    private static func json(_ settings: ConfigurationSettings) -> String {
        let files = settings.files.map { JSONOutput.string($0) }.joined(separator: ",")
        let mistakes = settings.mistakes.map { mistake in
            guard case .file(let path, let line) = mistake.source else { return "{\"message\":\(JSONOutput.string(mistake.message))}" }
            return "{\"path\":\(JSONOutput.string(path)),\"line\":\(line),\"message\":\(JSONOutput.string(mistake.message))}"
        }
        return "{\"format\":\"\(JSONOutput.format)\",\"files\":[\(files)],\"mistakes\":[\(mistakes.joined(separator: ","))]}"
    }
}

struct ConfigKeysCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List every key of widgetd.conf, or say all about one.",
        discussion: """
            Examples:
              widgetctl config keys
              widgetctl config keys KindBudget
            """)

    @Argument(help: "A key.", completion: .list(ConfigurationKey.all.map(\.name)))
    var key: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let keys = ConfigurationKey.all.filter { key == nil || $0.name == key }
        if let key, keys.isEmpty {
            let advice = Suggestion.advice(for: key, among: ConfigurationKey.all.map(\.name), source: "`widgetctl config keys`")
            throw WidgetError(.notFound, "there is no key '\(PlainText.line(key))'\(advice)")
        }
        try session.show(
            json: "{\"format\":\"\(JSONOutput.format)\",\"keys\":[\(keys.map(Self.json).joined(separator: ","))]}",
            text: key == nil ? Self.table(keys).text(session.style, maximumWidth: session.tableWidth) : keys.map(Self.text).joined())
    }

    private static func table(_ keys: [ConfigurationKey]) -> Table {
        var table = Table("SECTION", "KEY", "DEFAULT")
        for key in keys {
            table.add(Table.Cell(key.section.rawValue), Table.Cell(key.name), Table.Cell(key.standard ?? ""))
        }
        return table
    }

    private static func text(_ key: ConfigurationKey) -> String {
        "[\(key.section.rawValue)]\n\(key.name)=\(key.standard ?? "")\n\n\(key.explanation)\nThe option of widgetd is --\(key.option).\n"
    }

    private static func json(_ key: ConfigurationKey) -> String {
        let fields: [(String, String)] = [
            ("section", JSONOutput.string(key.section.rawValue)), ("name", JSONOutput.string(key.name)), ("option", JSONOutput.string("--\(key.option)")),
            ("default", key.standard.map { JSONOutput.string($0) } ?? "null"), ("allowed", key.form.allowed.map { JSONOutput.string($0) } ?? "null"),
            ("list", "\(key.isList)"), ("summary", JSONOutput.string(key.summary)),
        ]
        return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
}

struct ConfigExampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example", abstract: "Print a file that shows every key and its default, each a comment.",
        discussion: """
            Example:
              widgetctl config example
            """)

    func run() throws { try OutputFile.standard.write(ConfigurationExample.text) }
}
