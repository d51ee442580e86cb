import ArgumentParser
import WidgetAPI
import WidgetCore

struct ExportCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what is set up as JSON, one object a line.",
        discussion: """
            Widgets, and of this device controls, budgets, pins and the keys of servers (their public halves). Parameters that are secrets by their name are left out \
            without --secrets. Not what runs (activities, timelines): devices are paired, and tokens of pushes and topics made, anew. What is the same gives the same bytes.

            The first line says what it is; `widgetctl import` reads it, on this machine or another. Without a file, or with -, it goes to standard output. A file is \
            readable by you alone, and none is replaced without --force.

            Examples:
              widgetctl export widgets.jsonl
              widgetctl export | jq -c 'select(.widget) | .widget.name'
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String?

    @Flag(name: .shortAndLong, help: "Replace the file where it exists; until the new one is whole, the old one stays.")
    var force = false

    @Flag(help: "Also values of parameters that are secrets by their name: token, password, secret, key.")
    var secrets = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if force, file == nil || file == "-" { throw ValidationError("--force goes with a file") }
    }

    func run(in session: Session) throws {
        guard let file, file != "-" else {
            let (_, leftOut) = try write(from: session) { try session.output.write($0) }
            if leftOut > 0 { try session.errors.write("widgetctl: \(ExchangeRendering.leftOut(leftOut))\n") }
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
        try session.show(
            json: ExchangeRendering.exportedJSON(rows: rows, path: file), text: ExchangeRendering.exported(rows: rows, path: file, leftOut: leftOut))
    }

    /// - Returns: how many rows there were, and how many secrets they lack.
    private func write(from session: Session, _ output: ([UInt8]) throws -> Void) throws -> (rows: Int, leftOut: Int) {
        try output(ExportFormat.header())
        var (rows, leftOut) = (0, 0)
        try session.client.export(secrets: secrets) { page in
            leftOut += Int(page.secretsLeftOut)
            rows += page.lines.count { $0 == UInt8(ascii: "\n") }
            try output(Array(page.lines))
        }
        return (rows, leftOut)
    }
}
