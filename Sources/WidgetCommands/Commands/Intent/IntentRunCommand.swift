import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct IntentListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the intents that can be run by themselves, with their parameters.",
        discussion: """
            Each provider on this device is asked. Intents that only configure a widget aren't among them.

            Examples:
              widgetctl intent list
              widgetctl intent list caffeine
            """)

    @Argument(help: "The provider; without one, all.", completion: DaemonCompletion.providers)
    var provider: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var response = try session.client.intents(of: provider ?? "")
        for index in response.intents.indices { response.intents[index].parameters = response.intents[index].parameters.hidingSecrets }
        try session.show(response) { IntentRendering.list($0.intents, session.style, width: session.tableWidth) }
        for provider in response.silentProviders {
            try session.errors.write("\(provider) couldn't be asked: see `widgetctl provider check \(provider)`\n")
        }
    }
}

struct IntentRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run an intent by itself, and print its result.",
        discussion: """
            It runs in its provider's program. Parameters are given as key=value; `widgetctl intent list` has them. Bind it to a key of the desktop, or run it \
            from a timer.

            Examples:
              widgetctl intent run LogDrinkIntent drink=espresso
              widgetctl intent run LogDrinkIntent drink=espresso --provider caffeine
            """)

    @Argument(help: "The intent, by the name of its type.", completion: DaemonCompletion.intents)
    var name: String

    @Argument(help: ArgumentHelp("Values of parameters.", valueName: "key=value"))
    var parameters: [ParameterAssignment] = []

    @Option(help: "The provider, where several have such an intent.", completion: DaemonCompletion.providers)
    var provider: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let intents = try session.client.intents(of: provider ?? "").intents.filter { $0.name == name }
        // The daemon's error says that there is no such intent, or that several providers have it.
        let intent = intents.count == 1 ? intents[0] : nil
        let request = try ProtoRunIntentRequest.with {
            ($0.name, $0.provider) = (name, intent?.provider ?? provider ?? "")
            if let intent {
                $0.parameters = try ParameterAssignment.values(parameters, of: .with { ($0.id, $0.parameters) = (name, intent.parameters) }, asking: nil)
            }
        }
        try session.show(session.client.runIntent(request), as: IntentRendering.outcome)
    }
}
