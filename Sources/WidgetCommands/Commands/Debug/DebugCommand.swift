import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct DebugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Gather what somebody needs who looks for a fault.", subcommands: [DebugBundleCommand.self])
}

struct DebugBundleCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle", abstract: "Write how the daemon is into one file, without secrets, for a report of a fault.",
        discussion: """
            The file has the daemon's status, doctor's checks, the devices, providers and surfaces, the widgets without their names, parameters and contents, \
            the last decisions, the metrics, the settings and options, the units' states, and the last lines of the journal. It has no key, token, pairing \
            code, cookie or parameter, and nothing that a widget shows. Texts that other programs wrote lose what looks like a secret, and the paths \
            of addresses.

            It is made without a daemon too. Only you can read it. Look at it before you give it away: names of devices and providers, and the errors of \
            providers, are in it.

            Examples:
              widgetctl debug bundle
              widgetctl debug bundle /tmp/widgetd.tar.gz && tar -xzOf /tmp/widgetd.tar.gz | less
            """)

    @Argument(help: "The file to write. (default: widgetd-debug.tar.gz)", completion: .file(extensions: ["tar.gz"]))
    var file: String?

    @Flag(name: .shortAndLong, help: "Replace the file where it exists.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let path = file ?? "widgetd-debug.tar.gz"
        let target = try NewFile(path: path, replaces: force)
        let parts: [DebugBundle.Part]
        do {
            parts = DebugBundle.parts(session)
            // The user is told before it is written.
            try session.errors.write("This goes into \(path):\n" + DebugBundle.listing(parts) + "\n")
            try target.write(DebugBundle.archive(parts, at: session.dates.now))
            try target.finish()
        } catch {
            target.discard()
            throw error
        }
        let names = parts.map { JSONOutput.string($0.name) }.joined(separator: ",")
        try session.show(
            json: #"{"format":"\#(JSONOutput.format)","path":\#(JSONOutput.string(path)),"files":[\#(names)]}"#,
            text: "Written to \(path), which only you can read. Look at it before you give it away: tar -xzOf \(path) | less\n")
    }
}
