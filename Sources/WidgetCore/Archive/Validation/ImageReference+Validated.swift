extension ImageReference {
    /// The one type of pictures, `image/png`.
    public static let png = "image/png"

    /// What names the picture that `data` is.
    /// - Throws: INVALID_ARGUMENT where it is no PNG.
    public init(png data: [UInt8]) throws(WidgetError) {
        let header = try PNGHeader(data)
        self.init(digest: ContentDigest(of: data), width: header.width, height: header.height)
    }

    /// Checks that `data` is the picture that this names.
    /// - Throws: INVALID_ARGUMENT where digest, size or type differ.
    public func check(_ data: [UInt8]) throws(WidgetError) {
        let actual = try ImageReference(png: data)
        guard actual.digest == digest else { throw .invalid("image", "its bytes have the digest \(actual.digest), and the archive names \(digest)") }
        guard actual.width == width, actual.height == height else {
            throw .invalid("image", "has \(actual.width) by \(actual.height) pixels, and the archive says \(width) by \(height)")
        }
    }

    /// What is wrong with it in a widget of `family`; nil: nothing.
    func problem(family: WidgetFamily) -> String? {
        guard mediaType == Self.png else { return "its media type is \"\(Self.png)\", not \(JSONText.quoted(String(mediaType.prefix(64))))" }
        let limit = (width: family.size.width * Limits.imagePixelsPerPoint, height: family.size.height * Limits.imagePixelsPerPoint)
        guard (1...limit.width).contains(width), (1...limit.height).contains(height) else {
            return "an image in \(family.name) has at most \(limit.width) by \(limit.height) pixels, this one \(width) by \(height)"
        }
        return nil
    }
}
