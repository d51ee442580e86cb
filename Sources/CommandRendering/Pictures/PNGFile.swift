import CZlib

/// Pictures as PNG files.
package enum PNGFile {
    /// The parts of a pixel.
    package enum Format: Sendable {
        /// Greys of 1, 2, 4 or 8 bits.
        case gray(bits: Int)
        /// 8 bits for each of red, green and blue.
        case rgb
        /// 8 bits for each of red, green, blue and opacity.
        case rgba

        fileprivate var bitDepth: UInt8 { if case .gray(let bits) = self { UInt8(bits) } else { 8 } }
        fileprivate var colorType: UInt8 {
            switch self {
            case .gray: 0
            case .rgb: 2
            case .rgba: 6
            }
        }
        /// The bytes of a row.
        fileprivate func bytes(width: Int) -> Int {
            switch self {
            case .gray(let bits): (width * bits + 7) / 8
            case .rgb: width * 3
            case .rgba: width * 4
            }
        }
    }

    /// The bytes of the file.
    /// - Parameter pixels: row by row from the top; of less than 8 bits, each in a byte of its own.
    /// - Returns: nil where zlib has no memory for it, or where pixels are missing, because the drawing had no memory.
    package static func bytes(width: Int, height: Int, _ format: Format, pixels: [UInt8]) -> [UInt8]? {
        guard let data = compressed(width: width, height: height, format, pixels: pixels) else { return nil }
        return signature + header(width: width, height: height, format) + chunk("IDAT", data) + chunk("IEND", [])
    }

    /// An animated picture: PNG's third edition, which programs that know only the second show as its first frame. It runs once.
    /// - Parameters:
    ///   - frames: at least one, each asked for once, when its turn has come; the pixels of each are as those of ``bytes(width:height:_:pixels:)``, in red,
    ///     green, blue and opacity.
    ///   - milliseconds: of each frame.
    /// - Returns: as ``bytes(width:height:_:pixels:)``.
    package static func animation(width: Int, height: Int, frames: some Collection<[UInt8]>, milliseconds: Int) -> [UInt8]? {
        var file = signature + header(width: width, height: height, .rgba) + chunk("acTL", bigEndian(frames.count) + bigEndian(1))
        var sequence = 0
        for (number, frame) in frames.enumerated() {
            guard let data = compressed(width: width, height: height, .rgba, pixels: frame) else { return nil }
            // The whole picture, which takes the place of the one before it.
            let place = bigEndian(width) + bigEndian(height) + bigEndian(0) + bigEndian(0)
            let delay = [UInt8(truncatingIfNeeded: milliseconds >> 8), UInt8(truncatingIfNeeded: milliseconds)] + [0x03, 0xE8]
            file += chunk("fcTL", bigEndian(sequence) + place + delay + [0, 0])
            sequence += 1
            if number == 0 {
                file += chunk("IDAT", data)
            } else {
                file += chunk("fdAT", bigEndian(sequence) + data)
                sequence += 1
            }
        }
        return file + chunk("IEND", [])
    }

    private static func header(width: Int, height: Int, _ format: Format) -> [UInt8] {
        chunk("IHDR", bigEndian(width) + bigEndian(height) + [format.bitDepth, format.colorType, 0, 0, 0])
    }

    /// The rows of a picture, each as the difference from the row above, which is mostly zero.
    private static func compressed(width: Int, height: Int, _ format: Format, pixels: [UInt8]) -> [UInt8]? {
        let packed = pack(pixels, width: width, height: height, format)
        let stride = format.bytes(width: width)
        guard packed.count == stride * height else { return nil }
        var rows: [UInt8] = []
        rows.reserveCapacity((stride + 1) * height)
        packed.withUnsafeBufferPointer { pixels in
            for row in 0..<height {
                rows.append(Filter.up)
                for place in (row * stride)..<((row + 1) * stride) { rows.append(pixels[place] &- (row > 0 ? pixels[place - stride] : 0)) }
            }
        }
        return deflated(rows)
    }

    private static func pack(_ pixels: [UInt8], width: Int, height: Int, _ format: Format) -> [UInt8] {
        guard case .gray(let bits) = format, bits < 8, pixels.count == width * height else { return pixels }
        let stride = format.bytes(width: width)
        var packed = [UInt8](repeating: 0, count: stride * height)
        for y in 0..<height {
            for x in 0..<width { packed[y * stride + x * bits / 8] |= pixels[y * width + x] << UInt8(8 - bits - x * bits % 8) }
        }
        return packed
    }

    private enum Filter { static let up: UInt8 = 2 }
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
