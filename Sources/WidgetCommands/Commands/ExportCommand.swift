import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ExportCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the whole setup as JSON, one object a line.",
        discussion: """
            It writes the widgets, and this device's controls, budgets, pins and servers' keys (their public halves). Without --secrets it leaves out \
            parameters that are secrets by their name. It leaves out activities and timelines too; devices are paired anew, and tokens of pushes and topics \
            are made anew. An unchanged setup gives the same bytes.

            The first line names the format. `widgetctl import` reads the file, on this machine or another. Without a file, or with -, the export goes to \
            standard output. Only you can read the file, and no file is replaced without --force.

            Examples:
              widgetctl export widgets.jsonl
              widgetctl export | jq -c 'select(.widget) | .widget.name'
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String?

    @Flag(name: .shortAndLong, help: "Replace the file where it exists; until the new one is whole, the old one stays.")
    var force = false

    @Flag(help: "Also the values of secret parameters that this device can read.")
    var secrets = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if force, file == nil || file == "-" { throw ValidationError("--force goes with a file") }
    }

    func run(in session: Session) throws {
        guard let file, file != "-" else {
            let (_, leftOut) = try write(from: session) { try session.output.write($0) }
            if leftOut > 0 { try session.errors.write("widgetctl: \(ExchangeRendering.leftOut(leftOut, secrets))\n") }
            return
        }
        let target = try NewFile(path: file, replaces: force)
        let rows: Int
        let leftOut: Int
        do {
            (rows, leftOut) = try write(from: session) { try target.write($0) }
            try target.finish()
        } catch {
            target.discard()
            throw error
        }
        let text = ExchangeRendering.exported(rows: rows, path: file, leftOut: leftOut, withSecrets: secrets)
        try session.show(json: ExchangeRendering.exportedJSON(rows: rows, path: file), text: text)
    }

    /// - Returns: how many rows there were, and how many secrets they lack.
    private func write(from session: Session, _ output: ([UInt8]) throws -> Void) throws -> (rows: Int, leftOut: Int) {
        try output(ProtoExportHeader.line())
        var (rows, leftOut) = (0, 0)
        try session.client.export(secrets: secrets) { page in
            leftOut += Int(page.secretsLeftOut)
            rows += page.lines.count { $0 == UInt8(ascii: "\n") }
            try output(Array(page.lines))
        }
        return (rows, leftOut)
    }
}
