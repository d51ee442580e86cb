import CaffeineWidgets
import FoundationAdditions
import Glibc
import MediaWidgets
import PowerWidgets
import SystemWidgets
import SystemdWidgets
import TransferWidgets
import WidgetKit

/// The bundled providers in one program. The first argument says which one it is; under the name `widgetd-transfer` it performs transfers.
@main
enum ProvidersProgram {
    /// By their names, which begin the names of their modules.
    private static let providers: KeyValuePairs<String, @MainActor ([String]) -> Void> = [
        "caffeine": { _ in CaffeineBundle.main() }, "media": MediaProgram.main, "power": { _ in PowerBundle.main() }, "system": { _ in SystemWidget.main() },
        "systemd": { _ in SystemdBundle.main() }, "transfer": TransferProgram.main,
    ]

    @MainActor static func main() {
        var arguments = CommandLine.arguments
        let program = arguments.removeFirst().split(separator: "/").last
        let name = program == "widgetd-transfer" ? "transfer" : arguments.isEmpty ? "" : arguments.removeFirst()
        guard let provider = providers.first(where: { $0.key == name }) else {
            let names = providers.map(\.key).joined(separator: ", ")
            FileHandle.standardError.write(Data("the first argument must be a bundled provider: \(names)\n".utf8))
            exit(EX_USAGE)
        }
        ConformingTypes.restrict(to: "\(name.prefix(1).uppercased())\(name.dropFirst())Widgets")
        provider.value(arguments)
    }
}
