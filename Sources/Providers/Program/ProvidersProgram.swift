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
    private static let names = ["caffeine", "media", "power", "system", "systemd", "transfer"]

    @MainActor static func main() {
        var arguments = CommandLine.arguments
        let program = arguments.removeFirst().split(separator: "/").last
        let name = program == "widgetd-transfer" ? "transfer" : arguments.isEmpty ? "" : arguments.removeFirst()
        ConformingTypes.restrict(to: "\(name.prefix(1).uppercased())\(name.dropFirst())Widgets")
        switch name {
        case "caffeine": CaffeineBundle.main()
        case "media": MediaProgram.main(arguments)
        case "power": PowerBundle.main()
        case "system": SystemWidget.main()
        case "systemd": SystemdBundle.main()
        case "transfer": TransferProgram.main(arguments)
        default:
            FileHandle.standardError.write(Data("the first argument must be a bundled provider: \(names.joined(separator: ", "))\n".utf8))
            exit(EX_USAGE)
        }
    }
}
