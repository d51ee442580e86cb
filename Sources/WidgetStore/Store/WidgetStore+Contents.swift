internal import GRDB
public import WidgetCore

extension WidgetStore {
    /// Those of the archives and images that timelines name and that aren't here yet.
    public func missing(_ digests: Set<ContentDigest>) throws(WidgetError) -> Set<ContentDigest> {
        try those(of: digests, where: "data IS NULL AND refs > 0")
    }

    /// Those of the contents that are here.
    public func present(_ digests: [ContentDigest]) throws(WidgetError) -> Set<ContentDigest> { try those(of: Set(digests), where: "data IS NOT NULL") }

    private func those(of digests: Set<ContentDigest>, where condition: String) throws(WidgetError) -> Set<ContentDigest> {
        try read { db in
            var found: Set<ContentDigest> = []
            for digest in digests {
                let row = try Query("SELECT 1 FROM content WHERE digest = ?1 AND \(condition)", in: db)
                row.bind(1, digest.bytes)
                if try row.step() { found.insert(digest) }
            }
            return found
        }
    }

    /// The bytes of an archive or image, whichever it is, for a device that asks for it; the media type of an archive is empty. nil: it isn't here.
    public func content(_ digest: ContentDigest) throws(WidgetError) -> (data: [UInt8], mediaType: String)? { try image(digest) }

    /// Copies the store as it is now, while it goes on being written. The copy is complete by itself, and the mark that tells where a store is isn't in it: restored,
    /// it begins a new life.
    /// - Parameter path: an absolute path at which there is nothing yet.
    /// - Throws: ALREADY_EXISTS; NOT_FOUND where there is no such directory; or as for any write.
    public func backup(to path: String) throws(WidgetError) {
        guard path.hasPrefix("/") else { throw .invalid("path", "a backup's path is absolute, not '\(path)'") }
        guard !StoreFiles.exists(path) else { throw WidgetError(.alreadyExists, "there is a file at \(path); choose another name") }
        let directory = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        guard directory.isEmpty || StoreFiles.exists(String(directory)) else {
            throw WidgetError(.notFound, "can't write \(path): there is no directory \(directory) on the daemon's machine; make it, or choose another place")
        }
        do {
            try StoreBackup.copy(from: files.database, to: path, random: configuration.random())
        } catch {
            throw WidgetError(error, path: path)
        }
    }
}
