import ArgumentParser
import WidgetAPI
import WidgetCore

struct ImportCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Place the widgets of an export.",
        discussion: """
            Widgets that are here already, or were removed, are left as they are: importing twice does no harm. Devices aren't imported; they are paired. The whole file \
            is checked before anything is placed. With - it is read from standard input.

            Examples:
              widgetctl import widgets.jsonl --dry-run
              widgetctl import widgets.jsonl
            """)

    @Argument(help: "The file that `widgetctl export` wrote.", completion: .file())
    var file: String

    @Flag(help: "Only say what would be done.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let export = try ExportFormat.read(InputBytes.read(file, standard: session.input))
        var sum = ProtoImportResponse()
        for (index, part) in export.parts.enumerated() {
            do {
                let response = try session.client.importLines(part, isDryRun: dryRun)
                sum.placed += response.placed
                sum.skipped += response.skipped
            } catch {
                throw ExchangeRendering.interrupted(error, part: index + 1, of: export.parts.count, placed: dryRun ? 0 : sum.placed)
            }
        }
        try session.show(sum) { ExchangeRendering.imported($0, devices: export.devices, isDryRun: dryRun) }
    }
}
