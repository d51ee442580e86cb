/// A picture as sixels (DEC's, which foot, wezterm, mlterm and xterm as a VT340 show): 216 colours, with error diffusion.
public enum SixelEncoder {
    /// Levels of each of red, green and blue.
    private static let levels = 6

    /// The whole sequence; transparent pixels stay as the terminal has them.
    public static func text(_ image: PixelImage) -> String {
        let colors = dithered(image)
        // Nothing is drawn where no pixel is set, and pixels are square.
        var text = "\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)"
        var isDefined = Set<UInt8>()
        for top in stride(from: 0, to: image.height, by: 6) {
            var rows: [UInt8: [UInt8]] = [:]
            for row in top..<min(top + 6, image.height) {
                for column in 0..<image.width {
                    guard let color = colors[row * image.width + column] else { continue }
                    rows[color, default: Array(repeating: 0, count: image.width)][column] |= 1 << UInt8(row - top)
                }
            }
            for (color, bits) in rows.sorted(by: { $0.key < $1.key }) {
                text += "#\(color)"
                if isDefined.insert(color).inserted {
                    let (red, green, blue) = (Int(color) / (levels * levels), Int(color) / levels % levels, Int(color) % levels)
                    text += ";2;\(red * 100 / (levels - 1));\(green * 100 / (levels - 1));\(blue * 100 / (levels - 1))#\(color)"
                }
                text += runs(bits) + "$"
            }
            text += "-"
        }
        return text + "\u{1B}\\"
    }

    /// Sixels of one colour; several of the same are a number and one of them.
    private static func runs(_ bits: [UInt8]) -> String {
        var text = ""
        var start = 0
        while start < bits.count {
            var end = start
            while end < bits.count, bits[end] == bits[start] { end += 1 }
            let character = Character(Unicode.Scalar(bits[start] + 63))
            text += end - start > 3 ? "!\(end - start)\(character)" : String(repeating: character, count: end - start)
            start = end
        }
        return text
    }

    /// The number of each pixel's colour; nil: transparent. Floyd and Steinberg's error diffusion.
    private static func dithered(_ image: PixelImage) -> [UInt8?] {
        let width = image.width
        var colors = [UInt8?](repeating: nil, count: image.pixels.count)
        // A column beyond each side takes what would leave the picture.
        var current = [SIMD4<Int32>](repeating: .zero, count: width + 2)
        var below = current
        for row in 0..<image.height {
            for column in 0..<width {
                let pixel = image.pixels[row * width + column]
                guard pixel.alpha >= 128 else { continue }
                let wanted = SIMD4<Int32>(Int32(pixel.red), Int32(pixel.green), Int32(pixel.blue), 0) &+ current[column + 1] / 16
                let bounded = wanted.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                let level = (bounded &* Int32(levels - 1) &+ 127) / 255
                let error = bounded &- level &* 255 / Int32(levels - 1)
                colors[row * width + column] = UInt8(truncatingIfNeeded: (level.x * Int32(levels) + level.y) * Int32(levels) + level.z)
                current[column + 2] &+= error &* 7
                below[column] &+= error &* 3
                below[column + 1] &+= error &* 5
                below[column + 2] &+= error
            }
            (current, below) = (below, Array(repeating: .zero, count: width + 2))
        }
        return colors
    }
}
