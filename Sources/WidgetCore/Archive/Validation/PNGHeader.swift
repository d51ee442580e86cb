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
