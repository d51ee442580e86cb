import ArgumentParser
import WidgetCore

struct DeviceJoinCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Have the same widgets as the machine that invites.",
        discussion: """
            The code is what `widgetctl device invite` printed there. What is placed here stays, and both machines have all widgets afterwards. Case, spaces and line \
            ends don't matter. Without a code, or with -, it is read from standard input: there it can't be seen by others on this machine.

            Examples:
              widgetctl device join
              ssh desk widgetctl device invite --no-wait --json | jq -r .code | widgetctl device join -
            """)

    @Argument(help: "The code.")
    var code: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var code = code.joined(separator: " ")
        if code.isEmpty || code == "-" { code = try Self.asked(session) }
        try session.show(session.client.join(code: code)) { DeviceRendering.joined($0.device) }
    }

    private static func asked(_ session: Session) throws -> String {
        if session.input.isTerminal { try session.errors.write("The code that `widgetctl device invite` printed on the other machine: ") }
        guard let line = try session.input.line(), !line.allSatisfy(\.isWhitespace) else {
            throw WidgetError.invalid("code", "none was given; make one on the other machine with: widgetctl device invite")
        }
        return line
    }
}
