import ArgumentParser
import CommandRendering

struct StatusCommand: QuickCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what the daemon is doing.",
        discussion: """
            Example:
              widgetctl status --json
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws { try Self.answer(in: session) }

    static func answer(in session: Session) throws {
        try session.show(session.client.status()) { StatusRendering.text($0, session.dates, session.style) }
    }
}
