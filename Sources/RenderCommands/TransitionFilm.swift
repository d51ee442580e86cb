import CommandRendering
import WidgetAPI
import WidgetCommands
import WidgetCore
import WidgetDrawing
import WidgetLayout
import WidgetScene
import WidgetScripts
import WidgetVector

/// The frames in which one entry of a widget becomes another.
struct TransitionFilm {
    /// Seconds from the change, and what is drawn then.
    let frames: [(time: Double, list: DisplayList)]
    /// All frames, for a drawing that moves; nil: nothing moves.
    let motion: SceneMotion?

    /// - Parameter rate: frames a second; nil: ``pictures``, the more the sooner after the change, when the most happens.
    init(from old: ViewArchive, to new: ViewArchive, traits: PresentationTraits, texts: TextCache, rate: Double?) {
        var options = WidgetScene.Options()
        options.isAlwaysOn = traits.views.isLuminanceReduced ?? false
        options.isRightToLeft = traits.isRightToLeft
        let scene = WidgetScene(options: options)
        let presentation = Presentation(texts: texts)
        for archive in [old, new] {
            scene.show(archive.adapted(to: traits.views), at: 0) { presentation.displayList(of: $0, traits: traits) }
        }
        // All has arrived within the limit of a widget.
        let end = scene.end ?? 0
        let times =
            rate.map { rate in (0...Int((end * rate).rounded(.up))).map { Double($0) / rate } }
            ?? (0..<Self.pictures).map { number in
                let part = Double(number) / Double(Self.pictures - 1)
                return end * part * part
            }
        frames = times.map { ($0, scene.frame(at: $0)) }
        motion = scene.motion(from: 0)
    }

    /// A file that moves: an animated PNG or GIF, or an SVG.
    /// - Throws: RESOURCE_EXHAUSTED for more pixels than ``mostPixels``.
    func file(_ format: PictureFormat, scale: Double, text: PangoText, _ pictures: ClientPictures) throws(WidgetError) -> [UInt8] {
        let size = frames.first?.list.size ?? .zero
        if format == .svg {
            let svg = SVGRenderer(picture: pictures.png)
            return Array((motion.map { MovingSVG(svg: svg).document($0) } ?? svg.document(frames[0].list)).utf8)
        }
        let pixels = Double(frames.count) * size.width * scale * size.height * scale
        guard pixels <= Self.mostPixels else {
            throw WidgetError(.resourceExhausted, "--scale: the film would have \(Int(pixels)) pixels, and may have \(Int(Self.mostPixels)) in all")
        }
        let renderer = CairoRenderer(text: text, pictures: pictures)
        renderer.drawsTextAsPaths = true
        // Each is drawn when the file needs it, and is gone then.
        let drawn = frames.lazy.map { frame in
            let surface = Surface(for: frame.list, scale: scale)
            renderer.draw(frame.list, on: surface, scale: scale)
            return surface.rgba
        }
        let surface = Surface(for: frames[0].list, scale: scale)
        let (width, height, milliseconds) = (surface.width, surface.height, Int(1_000 / Self.rate))
        let bytes =
            format == .gif
            ? GIFFile.bytes(width: width, height: height, frames: drawn, milliseconds: milliseconds, rest: 1_500)
            : PNGFile.animation(width: width, height: height, frames: drawn, milliseconds: milliseconds)
        guard let bytes else {
            throw WidgetError(.resourceExhausted, "there is no memory for \(frames.count) pictures of \(width) by \(height) pixels")
        }
        return bytes
    }

    /// The pixels of a film: a GIF has two bytes of each in memory, which are 200 MB, and an animated PNG only its file.
    private static let mostPixels = 100e6
    /// The pictures of a filmstrip.
    private static let pictures = 8
    /// Frames a second of an animated picture.
    static let rate = 30.0
    /// Between the pictures of a filmstrip, in points.
    private static let gap = 8.0

    /// The frames beside each other, each with its time below.
    func strip(scale: Double, presentation: Presentation, now: Timestamp, backdrop: Backdrop) -> DisplayList {
        guard let size = frames.first?.list.size else { return DisplayList(size: .zero, scale: scale) }
        var parts: [(list: DisplayList, origin: Point)] = []
        let columns = min(Double(frames.count), max(1, (Self.width / (size.width + Self.gap)).rounded(.down)))
        let height = size.height + 24
        for (number, frame) in frames.enumerated() {
            let x = Self.gap + Double(number).truncatingRemainder(dividingBy: columns) * (size.width + Self.gap)
            let y = Self.gap + (Double(number) / columns).rounded(.down) * height
            let seconds = NumberText.short(frame.time, digits: 2) + " s"
            let caption = presentation.caption(seconds, width: size.width, scale: scale, now: now)
            parts += [(frame.list, Point(x: x, y: y)), (caption, Point(x: x, y: y + size.height + 2))]
        }
        let rows = (Double(frames.count) / columns).rounded(.up)
        let whole = Size(width: Self.gap + columns * (size.width + Self.gap), height: Self.gap + rows * height)
        return DisplayList.composed(parts, size: whole, scale: scale, background: backdrop.paint(in: whole))
    }

    /// The widest filmstrip, in points.
    private static let width = 740.0
}

/// One end of a transition, as a command line names it.
enum TransitionEnd {
    /// The entry that is shown at a date.
    case date(Timestamp)
    case now
    case next
    /// The first entry of a document in script form.
    case file(String)

    /// Nil: none of these.
    init?(_ text: String) {
        switch text {
        case "now": self = .now
        case "next": self = .next
        default:
            if let date = Timestamp(rfc3339: text) {
                self = .date(date)
            } else if text.lowercased().hasSuffix(".json") {
                self = .file(text)
            } else {
                return nil
            }
        }
    }

    /// The view of a widget at this end.
    /// - Throws: NOT_FOUND without such an entry; INVALID_ARGUMENT for a document that makes no view; the file's and the daemon's errors.
    func archive(of entries: [ProtoTimelineEntryInfo], family: WidgetFamily, now: Timestamp) throws -> ViewArchive {
        let current = entries.firstIndex(where: \.current)
        let index: Int?
        switch self {
        case .now: index = current
        case .next: index = current.map { $0 + 1 }
        case .date(let date): index = try entries.lastIndex { try Timestamp($0.date, field: "date") <= date } ?? entries.indices.first
        case .file(let path):
            guard let entry = try ScriptTimeline.decode(try InputBytes.read(path), family: family, now: now).entries.first else {
                throw WidgetError.invalid(path, "has no entry")
            }
            return try entry.archive.validated(family: family)
        }
        guard let index, entries.indices.contains(index) else {
            throw WidgetError(.notFound, "--animate: the timeline has no such entry; `widgetctl timeline WIDGET` lists its entries")
        }
        guard entries[index].hasArchive else {
            throw WidgetError(.resourceExhausted, "--animate: the entry lies beyond the 768 KiB that a timeline is read with")
        }
        return try ViewArchive(entries[index].archive)
    }
}
