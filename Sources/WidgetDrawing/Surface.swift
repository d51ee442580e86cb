import CPangoCairo
public import WidgetLayout

/// A picture in memory, drawn by Cairo.
public final class Surface {
    private let pointer: OpaquePointer
    /// Pixels.
    public let width: Int
    public let height: Int

    /// The largest side, in pixels: Cairo's own limit.
    public static let largestSide = 32_767

    /// An empty picture; a side is at least 1 pixel, and at most ``largestSide``.
    public init(width: Int, height: Int) {
        self.width = min(Self.largestSide, max(1, width))
        self.height = min(Self.largestSide, max(1, height))
        pointer = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(self.width), Int32(self.height))
    }

    /// Pixels of somebody else, who keeps them as long as this is used: 0xAARRGGBB each, premultiplied.
    /// - Parameter stride: bytes from one row to the next.
    public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
        (self.width, self.height) = (width, height)
        let data = pixels.assumingMemoryBound(to: UInt8.self)
        pointer = cairo_image_surface_create_for_data(data, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride))
    }

    /// As large as a list at a scale.
    public convenience init(for list: DisplayList, scale: Double) {
        // A size that was divided by the scale comes back a little larger, and is no pixel more.
        func pixels(_ length: Double) -> Int { Int((length * scale - 1e-6).rounded(.up)) }
        self.init(width: pixels(list.size.width), height: pixels(list.size.height))
    }

    /// A copy of an image of Cairo's, which it takes over.
    init(_ image: OpaquePointer) {
        width = Int(cairo_image_surface_get_width(image))
        height = Int(cairo_image_surface_get_height(image))
        pointer = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        let cairo = cairo_create(pointer)
        cairo_set_source_surface(cairo, image, 0, 0)
        cairo_paint(cairo)
        cairo_destroy(cairo)
        cairo_surface_destroy(image)
    }

    deinit { cairo_surface_destroy(pointer) }

    // Cairo's pointer stays within: a caller's last use of a surface could be to read it, and the surface would be gone before Cairo has it.

    /// A context that draws on it, which the caller destroys; nil: there is no memory.
    func context() -> OpaquePointer? { cairo_create(pointer) }

    /// Makes it the source of a context, with its corner at a point.
    func setSource(of cairo: OpaquePointer, x: Double = 0, y: Double = 0) { cairo_set_source_surface(cairo, pointer, x, y) }

    /// Reads or changes its pixels; nil: there are none.
    @discardableResult func withPixels<Result>(_ body: (PixelBuffer) -> Result) -> Result? {
        guard let buffer = PixelBuffer(pointer) else { return nil }
        defer { cairo_surface_mark_dirty(pointer) }
        return body(buffer)
    }

    /// Red, green, blue and opacity of each pixel, row by row from the top: the colours not multiplied by the opacity.
    public var rgba: [UInt8] {
        guard let buffer = PixelBuffer(pointer) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            var place = 0
            for y in 0..<height {
                let line = buffer.pixels + y * buffer.stride
                for x in 0..<width {
                    let pixel = line[x]
                    let alpha = pixel >> 24
                    func part(_ shift: UInt32) -> UInt8 {
                        let value = pixel >> shift & 0xFF
                        return UInt8(alpha == 255 ? value : alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha))
                    }
                    (bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3]) = (part(16), part(8), part(0), UInt8(alpha))
                    place += 4
                }
            }
            count = place
        }
    }

    /// The colour of a pixel: not premultiplied, each part 0 to 255.
    public func pixel(x: Int, y: Int) -> (red: Int, green: Int, blue: Int, alpha: Int) {
        guard let buffer = PixelBuffer(pointer), (0..<width).contains(x), (0..<height).contains(y) else { return (0, 0, 0, 0) }
        let pixel = buffer.pixels[y * buffer.stride + x]
        let alpha = Int(pixel >> 24)
        func part(_ shift: UInt32) -> Int { alpha == 0 ? 0 : min(255, (Int(pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) }
        return (part(16), part(8), part(0), alpha)
    }
}
