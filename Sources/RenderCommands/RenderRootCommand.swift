import ArgumentParser
import Glibc
import WidgetAPI
import WidgetCommands
import WidgetCore
import WidgetDrawing
import WidgetLayout

/// Draws widgets as pictures.
struct RenderRootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetctl render", abstract: RenderCommand.abstract, discussion: RenderCommand.discussion, version: Widgetctl.version)

    @Argument(help: ArgumentHelp("A widget, board or stack.", valueName: "what"))
    var subject: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The picture's file: its ending says the format, .png, .svg or .json. Without it: NAME.png.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Pixels of a point, 0.5 to 4.", valueName: "pixels"))
    var scale = 2.0

    @OptionGroup var surface: SurfaceOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !(0.5...4).contains(scale) { throw ValidationError("--scale: \(scale) is not between 0.5 and 4 pixels") }
    }

    func run() throws {
        let client = WidgetClient(
            location: SocketLocation(explicit: common.socket, environment: Environment.value, uid: getuid()),
            timeout: common.timeout.map { .milliseconds(Int64($0 * 1_000)) })
        let views = surface.traits(of: PresentationTraits.standardViews)
        client.surface = views
        let snapshot = try client.widget(subject)
        let text = PangoText()
        let family = WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
        var traits = PresentationTraits(family: family, views: views, scale: scale, now: SystemClock.now)
        traits.zoneOffset = SystemClock.offset
        traits.isInvalidated = snapshot.invalidated
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        let list = Presentation(texts: TextCache(measurer: text)).displayList(of: try ViewArchive(snapshot.archive), traits: traits)
        let surface = Surface(for: list, scale: scale)
        let renderer = ListRenderer(text: text, pictures: ClientPictures(client))
        renderer.drawsTextAsPaths = true
        renderer.draw(list, on: surface, scale: scale)
        let name = output ?? "\(subject).png"
        let bytes = surface.png
        guard let file = fopen(name, "w") else { throw ValidationError("--output: \(name) can't be written: \(String(cString: strerror(errno)))") }
        defer { fclose(file) }
        bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    }
}

/// Pictures that the daemon has.
final class ClientPictures: PictureSource {
    private let client: WidgetClient

    init(_ client: WidgetClient) { self.client = client }

    func png(of digest: ContentDigest) -> [UInt8]? {
        guard let response = try? client.image(sha256: digest) else { return nil }
        return Array(response.data)
    }
}
