/// An animated GIF (GIF89a): 256 colours, for programs that show no animated PNG.
public enum GIFFile {
    /// - Parameters:
    ///   - width: in pixels, as the height 1 to 65,535.
    ///   - frames: pixels of four bytes, red first, with straight alpha. Transparent pixels become white. Each is asked for once, and two bytes of each of its
    ///     pixels are kept until the file is made.
    ///   - milliseconds: how long each frame is shown; GIF counts hundredths of a second.
    ///   - rest: how long the last frame is shown.
    /// - Returns: nil: a size is out of bounds, or a frame hasn't the right number of bytes.
    public static func bytes(width: Int, height: Int, frames: some Collection<[UInt8]>, milliseconds: Int, rest: Int) -> [UInt8]? {
        guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height), !frames.isEmpty else { return nil }
        var colors: [[UInt16]] = []
        for frame in frames {
            guard frame.count == width * height * 4 else { return nil }
            colors.append(stride(from: 0, to: frame.count, by: 4).map { color(frame, at: $0) })
        }
        let palette = GIFPalette(colors)
        func word(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
        // A table of 256 colours, eight bits each.
        var bytes = Array("GIF89a".utf8) + word(width) + word(height) + [0xF7, 0, 0] + palette.bytes
        // Again and again.
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for (number, frame) in colors.enumerated() {
            let pause = number == colors.count - 1 ? rest : milliseconds
            bytes += [0x21, 0xF9, 4, 4] + word(max(2, pause / 10)) + [0, 0]
            bytes += [0x2C, 0, 0, 0, 0] + word(width) + word(height) + [0, 8]
            let data = GIFCompression.compressed(frame.map { palette.index(of: $0) })
            for start in stride(from: 0, to: data.count, by: 255) {
                let block = data[start..<min(start + 255, data.count)]
                bytes.append(UInt8(block.count))
                bytes += block
            }
            bytes.append(0)
        }
        return bytes + [0x3B]
    }

    /// A pixel over white, five bits for each of red, green and blue.
    private static func color(_ frame: [UInt8], at pixel: Int) -> UInt16 {
        let alpha = Int(frame[pixel + 3])
        func part(_ channel: Int) -> UInt16 { UInt16(((Int(frame[pixel + channel]) * alpha + 255 * (255 - alpha)) / 255) >> 3) }
        return part(0) << 10 | part(1) << 5 | part(2)
    }
}

/// The 256 colours that stand for all, by median cut: the box of colours with the widest side is cut where half of its pixels lie on each side.
private struct GIFPalette {
    private var boxes: [[(color: Int, count: Int)]]
    private var indices = [UInt8](repeating: 0, count: 1 << 15)

    init(_ frames: [[UInt16]]) {
        var counts = [Int](repeating: 0, count: 1 << 15)
        for frame in frames { for color in frame { counts[Int(color)] += 1 } }
        boxes = [counts.enumerated().compactMap { $1 > 0 ? ($0, $1) : nil }]
        while boxes.count < 256 {
            let widths = boxes.map(Self.widest)
            guard let index = widths.indices.max(by: { widths[$0].width < widths[$1].width }), widths[index].width > 0 else { break }
            let shift = widths[index].shift
            let box = boxes[index].sorted { $0.color >> shift & 31 < $1.color >> shift & 31 }
            let half = box.reduce(0) { $0 + $1.count } / 2
            var (seen, cut) = (0, 0)
            while cut < box.count - 1, seen < half || cut == 0 {
                seen += box[cut].count
                cut += 1
            }
            boxes[index] = Array(box[..<cut])
            boxes.append(Array(box[cut...]))
        }
        for (number, box) in boxes.enumerated() { for entry in box { indices[entry.color] = UInt8(number) } }
    }

    /// The side of a box with the most shades, by its place in a colour.
    private static func widest(_ box: [(color: Int, count: Int)]) -> (width: Int, shift: Int) {
        [10, 5, 0].map { shift in
            let parts = box.map { $0.color >> shift & 31 }
            return ((parts.max() ?? 0) - (parts.min() ?? 0), shift)
        }.max { $0.width < $1.width } ?? (0, 0)
    }

    func index(of color: UInt16) -> UInt8 { indices[Int(color)] }

    /// Three bytes for each of 256 colours: the mean of a box's pixels.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for box in boxes {
            let total = max(1, box.reduce(0) { $0 + $1.count })
            for shift in [10, 5, 0] {
                let sum = box.reduce(0) { $0 + ($1.color >> shift & 31) * $1.count }
                // 31 is white.
                bytes.append(UInt8(min(255, (sum * 255 / 31 + total / 2) / total)))
            }
        }
        return bytes + [UInt8](repeating: 0, count: 768 - bytes.count)
    }
}

/// LZW as GIF has it: codes of 9 to 12 bits, the lowest bit first.
private enum GIFCompression {
    private static let (clear, end) = (256, 257)

    /// The data, without its blocks.
    static func compressed(_ pixels: [UInt8]) -> [UInt8] {
        var (bytes, buffer, bits) = ([UInt8](), 0, 0)
        var (size, next) = (9, 258)
        // The code of a known string and one more pixel.
        var codes: [Int: Int] = [:]
        func key(_ string: Int, _ pixel: UInt8) -> Int { string << 8 | Int(pixel) }
        func write(_ code: Int) {
            buffer |= code << bits
            bits += size
            while bits >= 8 {
                bytes.append(UInt8(buffer & 0xFF))
                (buffer, bits) = (buffer >> 8, bits - 8)
            }
        }
        write(clear)
        guard var string = pixels.first.map(Int.init) else { return bytes }
        for pixel in pixels.dropFirst() {
            if let known = codes[key(string, pixel)] {
                string = known
                continue
            }
            write(string)
            if next < 4_096 {
                codes[key(string, pixel)] = next
                // The reader knows this code one step later.
                if next == 1 << size { size += 1 }
                next += 1
            } else {
                write(clear)
                (size, next) = (9, 258)
                codes.removeAll(keepingCapacity: true)
            }
            string = Int(pixel)
        }
        write(string)
        if next == 1 << size, size < 12 { size += 1 }
        write(end)
        if bits > 0 { bytes.append(UInt8(buffer & 0xFF)) }
        return bytes
    }
}
