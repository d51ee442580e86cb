import ArgumentParser
import WidgetAPI

struct SyncVerifyCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compare everything with another device, and show the first difference.",
        discussion: """
            The exit status is 0 where both are the same, 65 where they differ, and 75 where nothing can be said yet, since something changed meanwhile.

            Examples:
              widgetctl sync verify
              widgetctl sync verify desk
            """)

    @Argument(help: "The device; without it the only one that is connected.", completion: DaemonCompletion.devices)
    var device: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let response = try session.client.verify(device ?? "")
        try session.show(response) { SyncRendering.verified($0, session.style) }
        if let status = Self.status(response) { throw ExitCode(status.rawValue) }
    }

    /// The exit status; nil: both are the same.
    static func status(_ response: ProtoVerifyResponse) -> ExitStatus? {
        if response.behind { return .temporary }
        return response.equal ? nil : .dataError
    }
}
