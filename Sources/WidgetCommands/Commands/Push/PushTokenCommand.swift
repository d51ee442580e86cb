import ArgumentParser

struct PushTokenCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Show what servers push to: one token for the widgets of each app.",
        discussion: """
            An app is a provider. It has a token as long as a widget of it is placed whose kind takes pushes. Who has the token can push, and no more than that; --rotate ends \
            it for good and makes another one.

            Examples:
              widgetctl push token
              widgetctl push token scores --rotate
              widgetctl push token scores --json | jq -r '.tokens[0].token'
            """)

    @Argument(help: "The provider; without it all.", completion: DaemonCompletion.providers)
    var app: String?

    @Flag(help: "End the token, and make a new one.")
    var rotate = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if rotate, app == nil { throw ValidationError("--rotate needs the provider whose token is to be ended") }
    }

    func run(in session: Session) throws {
        if rotate, let app {
            return try session.show(session.client.rotatePushToken(app: app)) {
                PushRendering.tokens([$0.token], session.dates, session.style) + "The one before works no more.\n"
            }
        }
        try session.show(session.client.pushTokens(app: app ?? "")) { PushRendering.tokens($0.tokens, session.dates, session.style) }
    }
}
