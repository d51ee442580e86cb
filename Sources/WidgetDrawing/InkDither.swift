import CPangoCairo

/// Turns pictures into the greys of a panel of electronic ink.
public enum InkDither {
    /// The bits of a pixel: 1 for black and white, 4 for sixteen greys.
    public enum Depth: Int, Sendable, CaseIterable {
        case one = 1
        case four = 4

        var levels: Int { 1 << rawValue }
    }

    /// The grey of each pixel, row by row from the top, from 0, black, to the depth's highest, white. Clear pixels are white.
    ///
    /// Each pixel's error goes on to the pixels beside and below it, as Floyd and Steinberg (1976) do.
    public static func levels(of surface: Surface, _ depth: Depth) -> [UInt8] { surface.withPixels { levels(of: $0, depth) } ?? [] }

    private static func levels(of buffer: PixelBuffer, _ depth: Depth) -> [UInt8] {
        let (width, height, highest) = (buffer.width, buffer.height, Double(depth.levels - 1))
        var result = [UInt8](repeating: 0, count: width * height)
        // One more on each side, so that an edge needs no case of its own.
        var (errors, next) = ([Double](repeating: 0, count: width + 2), [Double](repeating: 0, count: width + 2))
        for y in 0..<height {
            for x in 0..<width {
                let pixel = buffer.pixels[y * buffer.stride + x]
                func part(_ shift: UInt32) -> Double { Double(pixel >> shift & 0xFF) / 255 }
                let light = 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) + 1 - part(24)
                let wanted = min(1, max(0, light)) + errors[x + 1]
                let level = min(highest, max(0, (wanted * highest).rounded()))
                result[y * width + x] = UInt8(level)
                let error = wanted - level / highest
                errors[x + 2] += error * 7 / 16
                next[x] += error * 3 / 16
                next[x + 1] += error * 5 / 16
                next[x + 2] += error / 16
            }
            (errors, next) = (next, errors)
            for index in next.indices { next[index] = 0 }
        }
        return result
    }
}
