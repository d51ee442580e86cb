import WidgetAPI
import WidgetCore

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
