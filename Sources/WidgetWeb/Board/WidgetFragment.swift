import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetScene
import WidgetVector

/// The picture of one item on a page. Here alone a display list becomes HTML.
struct WidgetFragment: Sendable {
    /// The way from what was shown before.
    struct Motion: Sendable {
        var html: String
        /// As JSON: the curves; what the elements do (``HTMLAnimation/json``), each with the number of its curve; the ids of those that go when they are over.
        var animations: String
        /// When it begins.
        var start: Timestamp
    }

    /// As it stands still.
    let still: String
    /// Nil: nothing moves.
    let motion: Motion?

    /// - Parameters:
    ///   - scene: has been shown the list.
    ///   - id: the item's element, unique on the page.
    ///   - isChanged: there was another archive before.
    init(_ list: DisplayList, in scene: WidgetScene, isChanged: Bool, at now: Timestamp, id: String, pictures: PictureShelf) {
        let renderer = HTMLRenderer(svg: SVGRenderer(picture: pictures.bytes, isElsewhere: Self.isNotServed, pageFont: Self.font))
        let prefix = Self.prefix(id)
        still = renderer.fragment(list, prefix: prefix).html
        guard isChanged, let moving = scene.motion(from: now.sceneTime) else {
            motion = nil
            return
        }
        let fragment = renderer.fragment(moving, prefix: prefix)
        let gone = fragment.departed.map { JSONText.quoted($0) }.joined(separator: ",")
        motion =
            fragment.animations.isEmpty && fragment.departed.isEmpty
            ? nil
            : Motion(
                html: fragment.html, animations: #"{\#(Self.json(fragment.animations)),"gone":[\#(gone)]}"#, start: now)
    }

    /// A list that never moves.
    init(_ list: DisplayList, id: String) {
        still = HTMLRenderer(svg: SVGRenderer(pageFont: Self.font)).fragment(list, prefix: Self.prefix(id)).html
        motion = nil
    }

    /// The font of the page's drawings, as its style says it.
    private static let font = DisplayFont(size: 17).families

    /// The beginning of the ids of an item's elements: a short hash (FNV-1a), since each moving element has one, and is named by it.
    private static func prefix(_ id: String) -> String {
        let hash = id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "x\(String(hash >> 24, radix: 36))-"
    }

    /// Most elements move by the same curve.
    private static func json(_ animations: [HTMLAnimation]) -> String {
        var curves: [String] = []
        let all = animations.map { animation in
            if !curves.contains(animation.easing) { curves.append(animation.easing) }
            return animation.json(easing: "\(curves.firstIndex(of: animation.easing) ?? 0)")
        }
        return #""curves":[\#(curves.map { JSONText.quoted($0) }.joined(separator: ","))],"all":[\#(all.joined(separator: ","))]"#
    }

    /// The board serves the default font alone.
    private static func isNotServed(_ font: DisplayFont) -> Bool { !font.name.isEmpty || ![.normal, .rounded].contains(font.design) }
}

extension Timestamp {
    /// Seconds since 1970: the time of scenes.
    var sceneTime: Double { Double(milliseconds) / 1_000 }
}

/// The pictures that widgets show, as PNG files. On the thread that follows the daemon.
final class PictureShelf {
    private let client: WidgetClient?
    private var files: [ContentDigest: [UInt8]] = [:]
    private var bytes = 0
    /// Pictures that the daemon didn't have. They are asked for again when the shelf is emptied.
    private var missing: Set<ContentDigest> = []

    /// - Parameter client: of a connection that nobody else uses; nil: there are no pictures.
    init(client: WidgetClient? = nil) { self.client = client }

    /// A picture's file; nil: the daemon doesn't have it.
    func bytes(_ digest: ContentDigest) -> [UInt8]? {
        if let file = files[digest] { return file }
        guard let client, !missing.contains(digest) else { return nil }
        guard let image = try? client.image(sha256: digest), image.mediaType == "image/png" else {
            missing.insert(digest)
            return nil
        }
        if files.count >= WebLimits.pictures || bytes + image.data.count > WebLimits.pictureBytes { clear() }
        files[digest] = [UInt8](image.data)
        bytes += image.data.count
        return files[digest]
    }

    /// Forgets all.
    func clear() {
        files = [:]
        missing = []
        bytes = 0
        client?.close()
    }
}
