import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Pictures that archives name, by their digests: each is fetched and decoded once.
struct Pictures: Sendable {
    private struct Known: Sendable {
        var image: PixelImage
        var png: [UInt8]
    }

    private var known: [ContentDigest: Known] = [:]
    /// When one that couldn't be had may be asked for again.
    private var refused: [ContentDigest: Timestamp] = [:]

    /// The pixels; nil: it isn't there.
    func image(_ digest: ContentDigest) -> PixelImage? { known[digest]?.image }

    /// The file; nil: it isn't there.
    func png(_ digest: ContentDigest) -> [UInt8]? { known[digest]?.png }

    /// Fetches what a widget shows and isn't there yet. Without one a surface draws its place.
    mutating func load(_ snapshot: ProtoWidgetSnapshot, from client: WidgetClient, now: Timestamp) {
        load(snapshot.archive.images.compactMap { try? ImageReference($0, field: "image") }, from: client, now: now)
    }

    /// Fetches what isn't there yet, as long as the daemon answers.
    mutating func load(_ references: [ImageReference], from client: WidgetClient, now: Timestamp) {
        var isAnswering = true
        for reference in references where known[reference.digest] == nil {
            let digest = reference.digest
            if let again = refused[digest], now < again { continue }
            do throws(WidgetError) {
                guard isAnswering else { throw WidgetError(.unavailable, "the daemon doesn't answer") }
                let png = Array(try client.image(sha256: digest).data)
                try reference.check(png)
                let image = try PNGDecoder.decode(png)
                if known.count >= PictureLimits.kept { known = [:] }
                known[digest] = Known(image: image, png: png)
                refused[digest] = nil
            } catch {
                isAnswering = error.code != .deadlineExceeded && error.code != .unavailable
                // Those that aren't shown any more are asked for no more.
                if refused.count >= PictureLimits.kept { refused = [:] }
                refused[digest] = now + .seconds(PictureLimits.pause)
            }
        }
    }
}
