/// A decoded picture: red, green, blue and opacity of each pixel, 8 bits each, row by row from the top.
public struct PixelImage: Sendable, Hashable {
    public struct Pixel: Sendable, Hashable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8
        /// 255: nothing shines through.
        public var alpha: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }
    }

    public let width: Int
    public let height: Int
    public private(set) var pixels: [Pixel]

    /// Nil: there aren't `width` times `height` pixels, or none at all.
    public init?(width: Int, height: Int, pixels: [Pixel]) {
        guard width > 0, height > 0, pixels.count == width * height else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The picture in another size, each pixel the mean of those that it covers, weighted by their opacity.
    public func scaled(width newWidth: Int, height newHeight: Int) -> PixelImage {
        let newWidth = max(1, newWidth)
        let newHeight = max(1, newHeight)
        var result: [Pixel] = []
        result.reserveCapacity(newWidth * newHeight)
        for row in 0..<newHeight {
            let top = row * height / newHeight
            let bottom = max(top + 1, (row + 1) * height / newHeight)
            for column in 0..<newWidth {
                let left = column * width / newWidth
                let right = max(left + 1, (column + 1) * width / newWidth)
                result.append(mean(left..<right, top..<bottom))
            }
        }
        return PixelImage(width: newWidth, height: newHeight, pixels: result) ?? self
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Pixel {
        var (red, green, blue, alpha) = (0, 0, 0, 0)
        for row in rows {
            for column in columns {
                let pixel = pixels[row * width + column]
                let weight = Int(pixel.alpha)
                red += Int(pixel.red) * weight
                green += Int(pixel.green) * weight
                blue += Int(pixel.blue) * weight
                alpha += weight
            }
        }
        guard alpha > 0 else { return Pixel(red: 0, green: 0, blue: 0, alpha: 0) }
        return Pixel(
            red: UInt8(clamping: red / alpha), green: UInt8(clamping: green / alpha), blue: UInt8(clamping: blue / alpha),
            alpha: UInt8(clamping: alpha / (columns.count * rows.count)))
    }
}
