/// A text as the codewords of a QR code: data, padding and error correction, in the order in which they are drawn.
struct QRContent {
    let version: Int
    let codewords: [UInt8]

    private static let alphanumeric = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    /// - Returns: nil where no version holds the text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let symbols = bytes.compactMap { Self.alphanumeric.firstIndex(of: $0) }
        let isAlphanumeric = symbols.count == bytes.count
        let version = QRVersion.all.first { version in
            let length = isAlphanumeric ? bytes.count / 2 * 11 + bytes.count % 2 * 6 : bytes.count * 8
            return 4 + Self.countBits(version, isAlphanumeric) + length <= version.dataCodewords * 8
        }
        guard let version else { return nil }
        var bits = QRBits()
        bits.append(isAlphanumeric ? 2 : 4, count: 4)
        bits.append(bytes.count, count: Self.countBits(version, isAlphanumeric))
        if isAlphanumeric {
            for start in stride(from: 0, to: symbols.count - 1, by: 2) { bits.append(symbols[start] * 45 + symbols[start + 1], count: 11) }
            if symbols.count % 2 == 1, let last = symbols.last { bits.append(last, count: 6) }
        } else {
            for byte in bytes { bits.append(Int(byte), count: 8) }
        }
        self.version = version.number
        codewords = Self.interleave(bits.padded(to: version.dataCodewords), version)
    }

    private static func countBits(_ version: QRVersion, _ isAlphanumeric: Bool) -> Int {
        let isSmall = version.number < 10
        return isAlphanumeric ? (isSmall ? 9 : 11) : (isSmall ? 8 : 16)
    }

    /// Cuts the data into blocks, of which the last ones may be one codeword longer. Each gets its error correction. Then the blocks' codewords are
    /// interleaved.
    private static func interleave(_ data: [UInt8], _ version: QRVersion) -> [UInt8] {
        let short = data.count / version.blocks
        let longBlocks = data.count % version.blocks
        var blocks: [ArraySlice<UInt8>] = []
        var rest = data[...]
        for index in 0..<version.blocks {
            let block = rest.prefix(index < version.blocks - longBlocks ? short : short + 1)
            blocks.append(block)
            rest = rest.dropFirst(block.count)
        }
        var result: [UInt8] = []
        for index in 0...short { result += blocks.filter { $0.count > index }.map { $0[$0.startIndex + index] } }
        let corrections = blocks.map { ReedSolomon.correction(of: $0, count: version.correctionPerBlock) }
        for index in 0..<version.correctionPerBlock { result += corrections.map { $0[index] } }
        return result
    }
}

/// The figures of a version at error correction level L.
struct QRVersion {
    let number: Int
    /// Error correction codewords of a block (ISO/IEC 18004, table 9).
    let correctionPerBlock: Int
    let blocks: Int

    private static let corrections = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]
    private static let blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]

    static let all = zip(corrections, blockCounts).prefix(CommandLimits.qrVersion).enumerated().map { index, figures in
        QRVersion(number: index + 1, correctionPerBlock: figures.0, blocks: figures.1)
    }

    /// All codewords: what the function patterns leave, in whole bytes.
    private var totalCodewords: Int {
        let size = 17 + 4 * number
        let finders = 3 * 64 + 2 * 15 + 1
        let timing = 2 * (size - 16)
        let alignment = number / 7 + 2
        // Those in row and column 6 share five modules with the timing patterns.
        let alignmentModules = number < 2 ? 0 : 25 * (alignment * alignment - 3) - 10 * (alignment - 2)
        let versionModules = number < 7 ? 0 : 36
        return (size * size - finders - timing - alignmentModules - versionModules) / 8
    }

    var dataCodewords: Int { totalCodewords - correctionPerBlock * blocks }
}

/// Bits, most significant first.
private struct QRBits {
    private var bits: [Bool] = []

    mutating func append(_ value: Int, count: Int) {
        for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
    }

    /// With the terminator and the padding that the standard prescribes.
    func padded(to count: Int) -> [UInt8] {
        var all = bits + [Bool](repeating: false, count: min(4, count * 8 - bits.count))
        while all.count % 8 != 0 { all.append(false) }
        var bytes = stride(from: 0, to: all.count, by: 8).map { start in all[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt8 }
        for index in 0..<max(count - bytes.count, 0) { bytes.append(index % 2 == 0 ? 0xEC : 0x11) }
        return bytes
    }
}

/// Error correction over the field of 256 elements with the polynomial 0x11D.
enum ReedSolomon {
    static func correction(of data: some Sequence<UInt8>, count: Int) -> [UInt8] {
        let divisor = generator(count)
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in remainder.indices { remainder[index] ^= product(divisor[index], factor) }
        }
        return remainder
    }

    /// (x - 1)(x - 2)(x - 4)…, without the leading 1.
    private static func generator(_ degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in coefficients.indices {
                coefficients[index] = product(coefficients[index], root)
                if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
            }
            root = product(root, 2)
        }
        return coefficients
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for shift in stride(from: 7, through: 0, by: -1) {
            result = result << 1 ^ (result >> 7 == 1 ? 0x1D : 0)
            if b >> UInt8(shift) & 1 == 1 { result ^= a }
        }
        return result
    }
}
