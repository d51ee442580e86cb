import CZlib
import WidgetCore
import WidgetSurfaces

/// Decodes PNG (ISO/IEC 15948): every colour type and depth, interlaced or not. The bytes may be hostile, so every length in them is checked.
struct PNGDecoder {
    private let data: [UInt8]
    private let width: Int
    private let height: Int
    private let depth: Int
    private let kind: Kind
    private let isInterlaced: Bool
    private var palette: [PixelImage.Pixel] = []
    /// The samples of the one colour that is transparent.
    private var transparent: [Int]?
    private var compressed: [UInt8] = []

    private enum Kind: UInt8 {
        case gray = 0
        case color = 2
        case palette = 3
        case grayAlpha = 4
        case colorAlpha = 6

        var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .color: 3
            case .colorAlpha: 4
            }
        }

        var depths: [Int] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        }
    }

    /// A pass of an interlaced picture: from its first pixel on, every `right`th column and every `down`th row.
    private struct Pass {
        var left: Int, top: Int, right: Int, down: Int
    }

    private static let whole = [Pass(left: 0, top: 0, right: 1, down: 1)]
    private static let interlaced = [
        Pass(left: 0, top: 0, right: 8, down: 8), Pass(left: 4, top: 0, right: 8, down: 8), Pass(left: 0, top: 4, right: 4, down: 8),
        Pass(left: 2, top: 0, right: 4, down: 4), Pass(left: 0, top: 2, right: 2, down: 4), Pass(left: 1, top: 0, right: 2, down: 2),
        Pass(left: 0, top: 1, right: 1, down: 2),
    ]

    /// - Throws: INVALID_ARGUMENT for what is no PNG, is cut, or has more than ``PictureLimits/pixels``.
    static func decode(_ data: [UInt8]) throws(WidgetError) -> PixelImage {
        var decoder = try PNGDecoder(data)
        try decoder.readChunks()
        return try decoder.pixels()
    }

    private init(_ data: [UInt8]) throws(WidgetError) {
        let header = try PNGHeader(data)
        guard header.width <= PictureLimits.pixels, header.height <= PictureLimits.pixels / header.width else {
            throw Self.wrong("has \(header.width) by \(header.height) pixels, and at most \(PictureLimits.pixels) are drawn")
        }
        self.data = data
        width = header.width
        height = header.height
        depth = Int(data[24])
        guard let kind = Kind(rawValue: data[25]), kind.depths.contains(depth) else { throw Self.wrong("has a colour type or a depth that PNG doesn't know") }
        guard data[26] == 0, data[27] == 0, data[28] <= 1 else { throw Self.wrong("is packed in a way that PNG doesn't know") }
        self.kind = kind
        isInterlaced = data[28] == 1
    }

    private static func wrong(_ message: String) -> WidgetError { .invalid("image", message) }

    // MARK: Chunks

    private mutating func readChunks() throws(WidgetError) {
        // Behind the signature and the header with its sum.
        var offset = 33
        while offset + 12 <= data.count {
            let length = data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= data.count - offset - 12 else { throw Self.wrong("is cut") }
            let content = data[offset + 8..<offset + 8 + length]
            switch String(decoding: data[offset + 4..<offset + 8], as: UTF8.self) {
            case "PLTE": palette = readPalette(Array(content))
            case "tRNS": readTransparency(Array(content))
            case "IDAT": compressed += content
            case "IEND": offset = data.count
            default: break
            }
            offset += length + 12
        }
    }

    private func readPalette(_ bytes: [UInt8]) -> [PixelImage.Pixel] {
        stride(from: 0, to: min(bytes.count, 768) - 2, by: 3).map { PixelImage.Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2]) }
    }

    private mutating func readTransparency(_ bytes: [UInt8]) {
        switch kind {
        case .palette: for (index, alpha) in bytes.enumerated() where index < palette.count { palette[index].alpha = alpha }
        case .gray, .color:
            guard bytes.count >= 2 * kind.samples else { return }
            transparent = (0..<kind.samples).map { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
        case .grayAlpha, .colorAlpha: break
        }
    }

    // MARK: Pixels

    private func pixels() throws(WidgetError) -> PixelImage {
        let passes = isInterlaced ? Self.interlaced : Self.whole
        let sizes = passes.map { pass in
            let columns = max(0, (width - pass.left + pass.right - 1) / pass.right)
            let rows = max(0, (height - pass.top + pass.down - 1) / pass.down)
            return (columns: columns, rows: columns == 0 ? 0 : rows, bytes: (columns * kind.samples * depth + 7) / 8)
        }
        let raw = try inflated(sizes.reduce(0) { $0 + $1.rows * ($1.bytes + 1) })
        var pixels = [PixelImage.Pixel](repeating: .init(red: 0, green: 0, blue: 0, alpha: 0), count: width * height)
        var offset = 0
        for (pass, size) in zip(passes, sizes) {
            var above = [UInt8](repeating: 0, count: size.bytes)
            for row in 0..<size.rows {
                var line = Array(raw[offset + 1..<offset + 1 + size.bytes])
                try unfilter(&line, above, raw[offset])
                offset += size.bytes + 1
                for column in 0..<size.columns {
                    pixels[(pass.top + row * pass.down) * width + pass.left + column * pass.right] = pixel(line, column)
                }
                above = line
            }
        }
        guard let image = PixelImage(width: width, height: height, pixels: pixels) else { throw Self.wrong("has no pixels") }
        return image
    }

    /// Unpacks exactly `count` bytes; there is no room for more.
    private func inflated(_ count: Int) throws(WidgetError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        var length = uLong(count)
        guard uncompress(&result, &length, compressed, uLong(compressed.count)) == Z_OK, length == uLong(count) else {
            throw Self.wrong("is cut, or isn't packed as it says")
        }
        return result
    }

    /// Undoes a row's filter: each byte is a difference from the byte to the left, the byte above, their mean, or the nearest of three.
    private func unfilter(_ line: inout [UInt8], _ above: [UInt8], _ filter: UInt8) throws(WidgetError) {
        let step = max(1, kind.samples * depth / 8)
        switch filter {
        case 0: break
        case 1: for index in line.indices.dropFirst(step) { line[index] &+= line[index - step] }
        case 2: for index in line.indices { line[index] &+= above[index] }
        case 3:
            for index in line.indices {
                let left = index >= step ? Int(line[index - step]) : 0
                line[index] &+= UInt8((left + Int(above[index])) / 2)
            }
        case 4:
            for index in line.indices {
                let left = index >= step ? Int(line[index - step]) : 0
                let corner = index >= step ? Int(above[index - step]) : 0
                let up = Int(above[index])
                let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
                line[index] &+= UInt8(a <= b && a <= c ? left : b <= c ? up : corner)
            }
        default: throw Self.wrong("has a filter that PNG doesn't know")
        }
    }

    private func pixel(_ line: [UInt8], _ column: Int) -> PixelImage.Pixel {
        let samples = (0..<kind.samples).map { sample(line, column * kind.samples + $0) }
        let alpha: UInt8 = samples == transparent ? 0 : 255
        switch kind {
        case .palette: return palette.indices.contains(samples[0]) ? palette[samples[0]] : .init(red: 0, green: 0, blue: 0)
        case .gray: return .init(red: byte(samples[0]), green: byte(samples[0]), blue: byte(samples[0]), alpha: alpha)
        case .grayAlpha: return .init(red: byte(samples[0]), green: byte(samples[0]), blue: byte(samples[0]), alpha: byte(samples[1]))
        case .color: return .init(red: byte(samples[0]), green: byte(samples[1]), blue: byte(samples[2]), alpha: alpha)
        case .colorAlpha: return .init(red: byte(samples[0]), green: byte(samples[1]), blue: byte(samples[2]), alpha: byte(samples[3]))
        }
    }

    /// As it is written: of 1 to 16 bits.
    private func sample(_ line: [UInt8], _ index: Int) -> Int {
        switch depth {
        case 8: return Int(line[index])
        case 16: return Int(line[2 * index]) << 8 | Int(line[2 * index + 1])
        default:
            let bit = index * depth
            return Int(line[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
        }
    }

    /// In 8 bits.
    private func byte(_ sample: Int) -> UInt8 { UInt8(clamping: depth == 16 ? sample >> 8 : sample * 255 / (1 << depth - 1)) }
}
