import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct PushTokenCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Show the tokens that servers push to: for the widgets of each app, for each control and activity, and to start activities.",
        discussion: """
            An app is a provider, or any name under which activities are started. It has a token for its widgets while one is placed whose kind takes pushes. \
            It has one for each control that takes pushes, one for each activity that was started with --push, and one for each type of activities for which \
            --start made it. Anybody with a token can push, and no more than that. --rotate ends tokens for good and makes new ones.

            Examples:
              widgetctl push token
              widgetctl push token builds --start task
              widgetctl push token builds --rotate
              widgetctl push token builds --rotate --for task
              widgetctl push token builds --json | jq -r '.tokens[0].token'
            """)

    @Argument(help: "The app; without it all.", completion: DaemonCompletion.apps)
    var app: String?

    @Option(help: ArgumentHelp("Make the token by which servers start activities of that type, unless there is one, and show it.", valueName: "type"))
    var start: String?

    @Flag(help: "End the app's tokens, and make new ones.")
    var rotate = false

    @Option(name: .customLong("for"), help: ArgumentHelp("Rotate only that one: a control's or activity's id, a type, or widgets.", valueName: "subject"))
    var subject: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if rotate, app == nil { throw ValidationError("--rotate needs the app whose tokens are to be ended") }
        if start != nil, app == nil { throw ValidationError("--start needs the app whose activities are to be started") }
        if start != nil, rotate { throw ValidationError("--start and --rotate exclude each other; rotate one with --rotate --for TYPE") }
        if let subject {
            guard rotate else { throw ValidationError("--for needs --rotate") }
            if subject.isEmpty { throw ValidationError("--for is empty; name a control's or activity's id, a type, or widgets") }
        }
    }

    func run(in session: Session) throws {
        if rotate, let app {
            return try session.show(session.client.rotatePushTokens(app: app, subject: subject ?? "")) {
                PushRendering.tokens($0.tokens, session.dates, session.style)
                    + ($0.tokens.count == 1 ? "The previous token no longer works.\n" : "The previous tokens no longer work.\n")
            }
        }
        var made: String?
        if let start, let app { made = try session.client.startToken(app: app, type: start) }
        var response = try session.client.pushTokens(app: app ?? "")
        if let made { response.tokens.removeAll { $0.token != made } }
        try session.show(response) { PushRendering.tokens($0.tokens, session.dates, session.style) }
    }
}
