import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct BackupCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a consistent copy of the running store to a file.",
        discussion: """
            The daemon writes the file, on its own machine, in a place where it may. The file must not exist yet, and only the daemon's user can read it. It \
            holds everything but the device's key. docs/devices.md says how it is put back.

            Example:
              widgetctl backup ~/widgetd-$(date +%F).sqlite
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let path = WorkingDirectory.absolute(file)
        let response: ProtoBackupResponse
        do throws(WidgetError) {
            response = try session.client.backup(to: path)
        } catch {
            if error.code == .notFound { throw CannotCreate(reason: error) }
            throw error
        }
        try session.show(response) { ExchangeRendering.backup($0, path: path) }
    }
}
