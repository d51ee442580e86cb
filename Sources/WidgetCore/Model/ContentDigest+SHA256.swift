internal import Crypto

extension ContentDigest {
    /// The SHA-256 of `content`.
    public init(of content: [UInt8]) {
        var hash = SHA256()
        content.withUnsafeBytes { hash.update(bufferPointer: $0) }
        self.init(hash.finalize())
    }

    /// A digest of 32 bytes, which is what SHA-256 gives.
    private init(_ digest: SHA256.Digest) {
        self.init(unchecked: Array(digest))
    }
}
