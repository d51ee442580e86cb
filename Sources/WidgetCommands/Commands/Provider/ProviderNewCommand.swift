import ArgumentParser
import CommandRendering
import WidgetCore

struct ProviderNewCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a provider to begin with: a program and its manifest, which pass `check` and `lint`.",
        discussion: """
            Without DIR the files go into ~/.config/widgetd/providers, where the daemon finds them at once. A program in Swift or Go is built with the script \
            `build` beside it. Nothing is overwritten.

            Examples:
              widgetctl provider new my-widget --language sh
              widgetctl provider new my-counter --language python ~/my-widgets
            """)

    @Argument(
        help: ArgumentHelp(
            "The provider's id, and its kind's: a lower-case letter or digit, then lower-case letters, digits, '.', '_' and '-'.", valueName: "name"))
    var name: String

    @Option(help: "sh, python, swift or go.")
    var language: SkeletonLanguage

    @Argument(help: ArgumentHelp("The directory for the manifest; it is made where it isn't there.", valueName: "dir"), completion: .directory)
    var directory: String?

    @Option(
        help: ArgumentHelp(
            "For Swift: where widgetd's package is, a directory or a URL. Without it: the sources that this widgetctl was built in.",
            valueName: "path"))
    var package: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard ProviderSkeleton.isName(name) else {
            throw ValidationError("name: '\(name)' isn't a lower-case letter or digit, then up to 63 of a-z, 0-9, '.', '_' and '-'")
        }
        if package != nil, language != .swift { throw ValidationError("--package goes with --language swift") }
    }

    func run(in session: Session) throws {
        let place = try SkeletonPlace(directory: directory, environment: Environment.value)
        var skeleton = ProviderSkeleton(name: name, language: language)
        if language == .swift { skeleton.package = try SwiftPackageLocation.find(package) }
        let made = try place.write(skeleton.files)
        let next = skeleton.nextCommands(in: place)
        try session.show(json: SkeletonRendering.json(made, next), text: SkeletonRendering.text(made, next, session.style))
    }
}
