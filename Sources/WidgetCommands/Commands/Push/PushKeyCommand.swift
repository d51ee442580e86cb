import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct PushKeyListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys.",
        discussion: """
            Example:
              widgetctl push key list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pushKeys()) { PushRendering.table($0.keys, session.dates, session.style, width: session.tableWidth) }
    }
}

struct PushKeyAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Let servers push that sign with this key.",
        discussion: """
            The file has a public key of P-256 in PEM, or is the private key as Apple gives it (AuthKey_….p8), of which only the public half is read and \
            kept. A key of the same team and id is replaced.

            Examples:
              widgetctl push key add --team home --id server1 server.p8
              openssl ec -in server.pem -pubout |
                widgetctl push key add --team home --id server1 --app scores -
            """)

    @Option(help: ArgumentHelp("The team that the key belongs to: \"iss\" of the server's tokens.", valueName: "team"))
    var team: String

    @Option(help: ArgumentHelp("The key's id: \"kid\" of the server's tokens.", valueName: "id"))
    var id: String

    @Option(
        help: ArgumentHelp("Let it push to this provider only, which is installed; may be repeated. Without it: to all.", valueName: "provider"),
        completion: DaemonCompletion.providers)
    var app: [String] = []

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let name = file == "-" ? "standard input" : file
        let key = try PushKeyFile(InputBytes.read(file, standard: session.input), name: name)
        // The daemon sets the date.
        let response = try session.client.addPushKey(PushKey(team: team, id: id, publicKey: key.publicKey, addedAt: .earliest, apps: Set(app)))
        try session.show(response) { PushRendering.added($0, hadPrivateKey: key.hadPrivateKey) }
    }
}

struct PushKeyRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Stop pushes that are signed with this key.",
        discussion: """
            Example:
              widgetctl push key remove KEY0000001
            """)

    @Argument(help: "The key's id.", completion: DaemonCompletion.pushKeys)
    var id: String

    @Option(help: ArgumentHelp("The team that the key belongs to, where several have one of that id.", valueName: "team"))
    var team: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.removePushKey(id, team: team ?? "")) { PushRendering.removed($0.key) }
    }
}
