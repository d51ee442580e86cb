import ArgumentParser
import CommandRendering
import Glibc
import WidgetAPI
import WidgetCommands
import WidgetCore
import WidgetDrawing
import WidgetLayout
import WidgetVector

/// Draws widgets as pictures.
struct RenderRootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetctl render", abstract: RenderCommand.abstract, discussion: RenderCommand.discussion, version: Widgetctl.version)

    @Argument(
        help: ArgumentHelp(
            "A widget's name, `board`, `stack`; or `activity`, `control`, `kind` or `widget`, then a name.", valueName: "what"),
        completion: DaemonCompletion.renderable)
    var subject: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            """
            The picture's file. Its ending says the format: .png, .svg, .json or .txt; .apng or .gif of a film. - is standard output, as PNG. Without it: \
            NAME.png.
            """,
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Pixels per point, 0.5 to 4.", valueName: "pixels"))
    var scale = 2.0

    @Option(help: ArgumentHelp("The family for which a kind is drawn, or that of the stack's cards.", valueName: "family"))
    var family: String?

    @Option(help: ArgumentHelp("The picture's size in pixels, such as 800x480. Only for one widget.", valueName: "WxH"))
    var size: String?

    @Option(help: ArgumentHelp("The moment that clocks show, such as 2026-11-20T08:00:00Z. Without it: now.", valueName: "date"))
    var date: String?

    @Flag(help: "All looks of a widget on one sheet.")
    var all = false

    @Flag(help: "Every card of the Smart Stack, below each other, and not the one in front.")
    var everyCard = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            Draw how a widget's entry becomes another: two of now, next, a date, or a .json file in script form. As a filmstrip; an .apng, .gif or .svg moves.
            """,
            valueName: "from> <to"))
    var animate: [String] = []

    @OptionGroup var look: LookOptions
    @OptionGroup var surface: SurfaceOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !(0.5...4).contains(scale) { throw ValidationError("--scale: \(scale) is not between 0.5 and 4 pixels") }
        if let family, WidgetFamily(name: family) == nil {
            throw ValidationError("--family: \"\(PlainText.line(family))\" is none of \(WidgetFamily.allCases.map(\.shortName).joined(separator: ", "))")
        }
        if let size, pixels(size) == nil {
            throw ValidationError("--size: \"\(PlainText.line(size))\" is not a width and a height from 16 to 8192, such as 800x480")
        }
        if let date, Timestamp(rfc3339: date) == nil { throw ValidationError("--date: \"\(PlainText.line(date))\" is no date such as 2026-11-20T08:00:00Z") }
        if let output, output != "-", PictureFormat(path: output) == nil {
            throw ValidationError("--output: \"\(PlainText.line(output))\" ends with none of .png, .apng, .gif, .svg, .json, .txt; name a file that does")
        }
        try validateOptions(of: try Subject(subject))
    }

    private func validateOptions(of subject: Subject) throws {
        if size != nil {
            guard case .widget = subject, !all else { throw ValidationError("--size: only the picture of one widget has a size; leave --size out") }
        }
        if let format = output.flatMap({ PictureFormat(path: $0) }), [.apng, .gif].contains(format), animate.isEmpty {
            throw ValidationError("--output: only a transition is an .\(format); give --animate FROM TO, or end the file's name with .png")
        }
        if !animate.isEmpty {
            guard animate.count == 2, animate.allSatisfy({ TransitionEnd($0) != nil }) else {
                throw ValidationError("--animate: give two of now, next, a date such as 2026-11-20T08:00:00Z, or a .json file")
            }
            guard case .widget = subject, !all, size == nil, look.ink == nil else {
                throw ValidationError("--animate: only one widget is animated; leave --all, --size and --ink out")
            }
        }
        if family != nil {
            switch subject {
            case .kind, .stack: break
            default: throw ValidationError("--family: only a kind and the stack are drawn for a family; leave --family out, or write: kind KIND")
            }
        }
        if everyCard {
            guard case .stack = subject else { throw ValidationError("--every-card: only the stack has cards; leave --every-card out, or write: stack") }
        }
        if all, look.place != .desktop { throw ValidationError("--place: the sheet of all looks has places of its own; leave --place out") }
        if look.ink != nil, let output, output != "-", PictureFormat(path: output) != .png {
            throw ValidationError("--ink: only a .png has greys; end the file's name with .png")
        }
    }

    private func pixels(_ text: String) -> (width: Int, height: Int)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy((16...8_192).contains) else { return nil }
        return (parts[0], parts[1])
    }

    func run() throws {
        let subject = try Subject(subject)
        let client = WidgetClient(
            location: SocketLocation(explicit: common.socket, environment: Environment.value, uid: getuid()),
            timeout: common.timeout.map { .milliseconds(Int64($0 * 1_000)) })
        client.surface = look.views(surface)
        let text = PangoText()
        let pictures = WidgetPictures(
            client: client, look: look, scale: scale, now: date.flatMap { Timestamp(rfc3339: $0) } ?? SystemClock.now, texts: TextCache(measurer: text),
            isOnPaper: look.isOnPaper(surface))
        if case .widget(let name) = subject, !animate.isEmpty { return try film(name, named: subject.fileName, pictures, text: text, client) }
        let list = try all ? LookSheet(pictures).list(of: subject) : self.list(of: subject, pictures)
        try write(list, named: subject.fileName, text: text, client)
    }

    private func list(of subject: Subject, _ pictures: WidgetPictures) throws -> DisplayList {
        let isOnPaper = look.isOnPaper(surface)
        let backdrop = look.place.backdrop ?? (pictures.client.surface?.renderingMode == .accented && !isOnPaper ? .dusk : nil)
        let ground = backdrop ?? (isOnPaper ? nil : .dusk)
        switch subject {
        case .widget(let name):
            let pixelsOfPoint = scale * look.place.magnification
            let size = size.flatMap(pixels).map { Size(width: Double($0.width) / pixelsOfPoint, height: Double($0.height) / pixelsOfPoint) }
            let snapshot = try pictures.snapshot(name)
            return PictureArrangement(try pictures.widget(snapshot, size: size), backdrop: backdrop ?? (snapshot.widget.family.isAccessory ? ground : nil)).list
        case .kind(let kind):
            var request = ProtoPreviewRequest()
            request.kind = kind
            if let family = family.flatMap({ WidgetFamily(name: $0) }) { request.family = ProtoWidgetFamily(rawValue: family.rawValue) ?? .unspecified }
            let preview = try pictures.client.preview(request)
            return PictureArrangement(try pictures.preview(preview), backdrop: backdrop ?? (preview.family.isAccessory ? ground : nil)).list
        case .board:
            let placed = try pictures.client.widgets().widgets.filter { !$0.widget.offBoard }
            guard !placed.isEmpty else { throw WidgetError(.notFound, "board: no widget is placed; place one with widgetctl place") }
            let lists = try pictures.snapshots(placed.map(\.widget.id)).map { try pictures.widget($0) }
            return PictureArrangement(
                board: lists, columns: 4, magnification: look.place.magnification, scale: scale, backdrop: ground
            ).list
        case .stack:
            let cards = try pictures.client.stack(archives: true).cards
            guard !cards.isEmpty else { throw WidgetError(.notFound, "stack: no card is of use now; widgetctl stack says why") }
            // A stack on a home screen has cards of one size.
            let size = family.flatMap { WidgetFamily(name: $0)?.rawValue } ?? cards[0].family.rawValue
            let own = everyCard && family == nil ? cards : cards.filter { $0.family.rawValue == size }
            guard !own.isEmpty else {
                throw WidgetError(.notFound, "stack: no card has this family; leave --family out, or choose one that widgetctl stack names")
            }
            let lists = try everyCard ? own.map(pictures.card) : [pictures.stack(own)]
            return PictureArrangement(rows: lists, width: Self.columnWidth, scale: scale, backdrop: ground).list
        case .activity(let name):
            return PictureArrangement(rows: try pictures.activity(try pictures.client.activity(name)), width: Self.columnWidth, scale: scale, backdrop: ground)
                .list
        case .control(let name):
            return PictureArrangement(rows: pictures.control(try pictures.client.control(name)), width: Self.controlsWidth, scale: scale, backdrop: ground).list
        }
    }

    /// Draws how a widget changes.
    private func film(_ widget: String, named name: String, _ pictures: WidgetPictures, text: PangoText, _ client: WidgetClient) throws {
        let snapshot = try client.widget(widget)
        let entries = try client.timeline(snapshot.widget.id, includeArchives: true).entries
        let family = WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
        let ends = try animate.compactMap { try TransitionEnd($0)?.archive(of: entries, family: family, now: pictures.now) }
        var traits = pictures.traits(family)
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        let moving = output.flatMap { PictureFormat(path: $0) }.flatMap { [.apng, .gif, .svg].contains($0) ? $0 : nil }
        let film = TransitionFilm(from: ends[0], to: ends[1], traits: traits, texts: pictures.texts, rate: moving == nil ? nil : TransitionFilm.rate)
        guard let moving, let output else {
            let presentation = Presentation(texts: pictures.texts)
            let strip = film.strip(scale: scale, presentation: presentation, now: pictures.now, backdrop: look.place.backdrop ?? .dusk)
            return try write(strip, named: name, text: text, client)
        }
        try save(film.file(moving, scale: scale, text: text, ClientPictures(client)), to: output, size: film.frames[0].list.size)
    }

    private func write(_ list: DisplayList, named name: String, text: PangoText, _ client: WidgetClient) throws {
        let output = output ?? name + ".png"
        let format = PictureFormat(path: output) ?? .png
        let images = ClientPictures(client)
        let bytes: [UInt8]
        switch format {
        case .svg: bytes = Array(SVGRenderer(picture: images.png).document(list).utf8)
        case .json: bytes = Array((list.json + "\n").utf8)
        case .txt: bytes = Array(list.description.utf8)
        case .png, .apng, .gif:
            let (width, height) = (list.size.width * scale, list.size.height * scale)
            let option = size == nil ? "--scale" : "--size"
            guard width * height <= Self.mostPixels else {
                throw WidgetError(
                    .resourceExhausted,
                    """
                    \(option): the picture would have \(Int(width)) by \(Int(height)) pixels; the limit is \(Int(Self.mostPixels)) in all; choose a smaller \
                    \(option)
                    """)
            }
            let surface = Surface(for: list, scale: scale)
            let renderer = CairoRenderer(text: text, pictures: images)
            // Each letter at its exact place.
            renderer.drawsTextAsPaths = true
            renderer.draw(list, on: surface, scale: scale)
            let depth = look.ink.flatMap { InkDither.Depth(rawValue: $0) }
            let file =
                depth.map { PNGFile.bytes(width: surface.width, height: surface.height, .gray(bits: $0.rawValue), pixels: InkDither.levels(of: surface, $0)) }
                ?? PNGFile.bytes(width: surface.width, height: surface.height, .rgba, pixels: surface.rgba)
            guard let file else {
                throw WidgetError(
                    .resourceExhausted, "there is no memory for \(surface.width) by \(surface.height) pixels; choose a smaller \(option)")
            }
            bytes = file
        }
        try save(bytes, to: output, size: list.size)
    }

    private func save(_ bytes: [UInt8], to output: String, size: Size) throws {
        if output == "-" { return try OutputFile.standard.write(bytes) }
        // The old file stays until the picture is whole.
        let file = try NewFile(path: output, replaces: true, mode: 0o644)
        do {
            try file.write(bytes)
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
        let (width, height) = (NumberText.short(size.width), NumberText.short(size.height))
        if common.json {
            try OutputFile.standard.write(
                "{\"format\":\"\(JSONOutput.format)\",\"file\":\(JSONOutput.string(output)),\"width\":\(width),\"height\":\(height)}\n"
            )
        } else {
            try OutputFile.standard.write("\(PlainText.line(output)): \(width)x\(height) points\n")
        }
    }

    /// The widths of a column of cards or of an activity's presentations, and of a row with a control's sizes: points.
    private static let (columnWidth, controlsWidth) = (420.0, 480.0)

    /// A picture of 8K.
    private static let mostPixels = 34_000_000.0
}

extension ProtoWidgetFamily {
    /// Accessories have no background of their own.
    fileprivate var isAccessory: Bool { WidgetMetrics.isAccessory(WidgetFamily(rawValue: rawValue) ?? .systemSmall) }
}

/// The thing that a command line asks for.
enum Subject {
    case widget(String), kind(String), activity(String), control(String), board, stack

    /// - Throws: `ValidationError` for words that make no sense.
    init(_ words: [String]) throws {
        let kinds = ["activity", "control", "kind", "widget"]
        switch words.count {
        case 1 where words[0] == "board": self = .board
        case 1 where words[0] == "stack": self = .stack
        case 1 where kinds.contains(words[0]): throw ValidationError("\(words[0]): say which, such as `widgetctl render \(words[0]) NAME`")
        case 1: self = .widget(words[0])
        case 2 where words[0] == "activity": self = .activity(words[1])
        case 2 where words[0] == "control": self = .control(words[1])
        case 2 where words[0] == "kind": self = .kind(words[1])
        case 2 where words[0] == "widget": self = .widget(words[1])
        default:
            throw ValidationError(
                "\"\(PlainText.line(words.joined(separator: " ")))\": give a widget, board, stack, or one of \(kinds.joined(separator: ", ")) and its name")
        }
    }

    /// The picture's name where no file is named. It has no character that a path would read as something else.
    var fileName: String {
        let name =
            switch self {
            case .widget(let name), .kind(let name), .activity(let name), .control(let name): name
            case .board: "board"
            case .stack: "stack"
            }
        let safe = String(name.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" })
        return safe.hasPrefix("-") ? "picture" + safe : safe
    }
}

/// The formats of pictures, by the ending of a file's name.
enum PictureFormat: String, CaseIterable {
    case png, apng, gif, svg, json, txt

    /// Nil: the name ends otherwise.
    init?(path: String) {
        let name = path.lowercased()
        guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
        self = format
    }
}

/// Pictures that the daemon has.
final class ClientPictures: PictureSource {
    private let client: WidgetClient
    /// Nil: the daemon doesn't have it, or can't be asked.
    private var known: [ContentDigest: [UInt8]?] = [:]

    init(_ client: WidgetClient) { self.client = client }

    func png(of digest: ContentDigest) -> [UInt8]? {
        if let bytes = known[digest] { return bytes }
        let bytes = (try? client.image(sha256: digest)).map { Array($0.data) }
        known[digest] = .some(bytes)
        return bytes
    }
}
