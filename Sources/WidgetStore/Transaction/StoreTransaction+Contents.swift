internal import GRDB
public import WidgetCore

extension StoreTransaction {
    /// Keeps an archive or image that another device sent.
    /// - Parameter mediaType: empty for an archive.
    /// - Returns: false: nobody names it any more, or it is here already.
    /// - Throws: INVALID_ARGUMENT where the bytes aren't those that the digest names, or are more than a content may have.
    @discardableResult
    public mutating func addContent(_ digest: ContentDigest, _ bytes: [UInt8], mediaType: String) throws -> Bool {
        guard bytes.count <= max(Limits.archiveBytes, Limits.imageBytesPerTimeline) else {
            throw WidgetError.invalid("content", "\(bytes.count) bytes are more than any archive or image may have")
        }
        guard ContentDigest(of: bytes) == digest else { throw WidgetError.invalid("content", "the bytes aren't those of \(digest)") }
        return try perform { replica, _ in try replica.storage.keep(digest, bytes, mediaType: mediaType) }
    }
}
