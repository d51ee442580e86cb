import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ImportCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Set up everything that an export holds.",
        discussion: """
            Things that are here already, and widgets that were removed, stay as they are: importing twice does no harm. Devices aren't imported; they are \
            paired. The whole file is checked before anything is placed. The command names whatever can't be added now, such as a control whose provider \
            isn't installed, and ends with status 69. Install the provider, and import again. With - the file is read from standard input.

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
                let response = try session.client.importLines(part.lines, isDryRun: dryRun, earlier: part.earlier)
                sum.placed += response.placed
                sum.skipped += response.skipped
                sum.controls += response.controls
                sum.budgets += response.budgets
                sum.pins += response.pins
                sum.pushKeys += response.pushKeys
                sum.restSkipped += response.restSkipped
                sum.problems += response.problems
            } catch {
                throw ExchangeRendering.interrupted(error, part: index + 1, of: export.parts.count, placed: dryRun ? 0 : sum.placed)
            }
        }
        try session.show(sum) { ExchangeRendering.imported($0, devices: export.devices, isDryRun: dryRun) }
        if !sum.problems.isEmpty { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }
}
