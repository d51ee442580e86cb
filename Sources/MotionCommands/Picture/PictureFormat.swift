import CZlib

/// The formats of pictures, by the ending of a file's name.
enum PictureFormat: String, CaseIterable {
    case svg, png

    /// Nil: the name ends otherwise.
    init?(path: String) {
        let name = path.lowercased()
        guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
        self = format
    }

    /// The file's bytes; nil where there is no memory for them.
    func bytes(of picture: PlotPicture) -> [UInt8]? {
        switch self {
        case .svg: Array(SVGCanvas(picture).text.utf8)
        case .png: PNGFile.bytes(of: RasterCanvas(picture))
        }
    }
}

/// A picture as PNG: 8 bits for each of red, green and blue.
enum PNGFile {
    /// The bytes of the file.
    /// - Returns: Nil where zlib has no memory for it.
    static func bytes(of canvas: RasterCanvas) -> [UInt8]? {
        // Each row is what differs from the row above: nothing, mostly.
        let stride = canvas.width * 3
        var rows: [UInt8] = []
        rows.reserveCapacity((stride + 1) * canvas.height)
        canvas.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<canvas.height {
                rows.append(Filter.up)
                for place in (row * stride)..<((row + 1) * stride) { rows.append(pixels[place] &- (row > 0 ? pixels[place - stride] : 0)) }
            }
        }
        guard let data = deflated(rows) else { return nil }
        let header = bigEndian(canvas.width) + bigEndian(canvas.height) + [bitDepth, colorType, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private enum Filter { static let up: UInt8 = 2 }
    private static let bitDepth: UInt8 = 8
    /// Red, green and blue.
    private static let colorType: UInt8 = 2
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func bigEndian(_ number: Int) -> [UInt8] { bigEndian(UInt32(truncatingIfNeeded: number)) }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

    /// The length, the name, the contents, and the sum of the latter two.
    private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let summed = Array(name.utf8) + contents
        return bigEndian(contents.count) + summed + bigEndian(UInt32(truncatingIfNeeded: crc32(0, summed, uInt(summed.count))))
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&result, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else { return nil }
        return Array(result.prefix(Int(count)))
    }
}
