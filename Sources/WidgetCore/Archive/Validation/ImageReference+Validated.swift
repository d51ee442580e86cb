extension ImageReference {
    /// The one type of pictures, `image/png`.
    public static let png = "image/png"

    /// The reference of the picture that `data` is.
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

    /// The reason why it isn't valid in a widget of `family`; nil: it is.
    func problem(family: WidgetFamily) -> String? {
        guard mediaType == Self.png else { return "its media type is \"\(Self.png)\", not \(JSONText.quoted(String(mediaType.prefix(64))))" }
        let limit = (width: family.size.width * Limits.imagePixelsPerPoint, height: family.size.height * Limits.imagePixelsPerPoint)
        guard (1...limit.width).contains(width), (1...limit.height).contains(height) else {
            return "an image in \(family.name) has at most \(limit.width) by \(limit.height) pixels, this one \(width) by \(height)"
        }
        return nil
    }
}

/// The size that a PNG says it has (ISO/IEC 15948). Only the header is read: pixels are decoded by surfaces, and never by the daemon.
public struct PNGHeader: Sendable, Hashable {
    /// Pixels; 1 to 2^31 - 1.
    public var width: Int
    public var height: Int

    /// - Throws: INVALID_ARGUMENT where `data` doesn't start with a PNG's signature and header.
    public init(_ data: [UInt8]) throws(WidgetError) {
        // Signature (8), length of the first chunk (4), its type (4), width (4), height (4).
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard data.starts(with: signature) else { throw .invalid("image", "must be a PNG, and doesn't start as one") }
        guard data.count >= 33, data[8..<12].elementsEqual([0, 0, 0, 13]), data[12..<16].elementsEqual("IHDR".utf8) else {
            throw .invalid("image", "is a PNG without its header")
        }
        func number(at offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        width = number(at: 16)
        height = number(at: 20)
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
            throw .invalid("image", "is a PNG of \(width) by \(height) pixels, which no PNG can have")
        }
    }
}
