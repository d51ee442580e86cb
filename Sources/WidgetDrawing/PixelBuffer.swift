import CPangoCairo

/// The pixels of an image surface of Cairo: premultiplied, 0xAARRGGBB each.
struct PixelBuffer {
    let pixels: UnsafeMutablePointer<UInt32>
    let width: Int
    let height: Int
    /// Pixels from one row to the next.
    let stride: Int

    /// - Returns: nil where the surface has no pixels of its own.
    init?(_ surface: OpaquePointer) {
        guard cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE else { return nil }
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface), cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32 else { return nil }
        pixels = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        stride = Int(cairo_image_surface_get_stride(surface)) / 4
    }

    /// Three passes of a box, which look like a Gaussian blur.
    /// - Parameter deviation: of the blur, in pixels.
    func blur(deviation: Double) {
        // The box's width for three passes, as the SVG specification gives it.
        let box = Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
        guard box > 1, width > 0, height > 0 else { return }
        let longest = max(width, height)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: longest * 2) { line in
            guard let a = line.baseAddress else { return }
            let b = a + longest
            for row in 0..<height { blurLine(pixels + row * stride, step: 1, count: width, box, a, b) }
            for column in 0..<width { blurLine(pixels + column, step: stride, count: height, box, a, b) }
        }
    }

    /// Blurs a row or a column three times, back and forth between two lines.
    private func blurLine(
        _ start: UnsafeMutablePointer<UInt32>, step: Int, count: Int, _ box: Int, _ a: UnsafeMutablePointer<UInt32>, _ b: UnsafeMutablePointer<UInt32>
    ) {
        var isEmpty: UInt32 = 0
        for index in 0..<count {
            a[index] = start[index * step]
            isEmpty |= a[index]
        }
        // Much of a layer is empty.
        if isEmpty == 0 { return }
        // An even box is shifted to the left once and to the right once; the third is one wider.
        let half = box / 2
        if box % 2 == 1 {
            Self.boxPass(a, b, count, before: half, after: half)
            Self.boxPass(b, a, count, before: half, after: half)
            Self.boxPass(a, b, count, before: half, after: half)
        } else {
            Self.boxPass(a, b, count, before: half, after: half - 1)
            Self.boxPass(b, a, count, before: half - 1, after: half)
            Self.boxPass(a, b, count, before: half, after: half)
        }
        for index in 0..<count { start[index * step] = b[index] }
    }

    /// The mean of each pixel and those beside it; beyond the ends there is nothing.
    @inline(__always)
    private static func boxPass(_ source: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, _ count: Int, before: Int, after: Int) {
        let size = UInt32(before + after + 1)
        // The mean is the upper half of a sum times this.
        let factor = (UInt64(1) << 32 + UInt64(size) - 1) / UInt64(size)
        // Two channels in one number, with 32 bits each, so that sums of any box fit.
        var (alphaGreen, redBlue): (UInt64, UInt64) = (0, 0)
        @inline(__always) func spread(_ pixel: UInt32) -> (UInt64, UInt64) {
            (UInt64(pixel >> 24) << 32 | UInt64(pixel >> 8 & 0xFF), UInt64(pixel >> 16 & 0xFF) << 32 | UInt64(pixel & 0xFF))
        }
        for index in 0..<min(after, count) {
            let (ag, rb) = spread(source[index])
            (alphaGreen, redBlue) = (alphaGreen &+ ag, redBlue &+ rb)
        }
        for index in 0..<count {
            if index + after < count {
                let (ag, rb) = spread(source[index + after])
                (alphaGreen, redBlue) = (alphaGreen &+ ag, redBlue &+ rb)
            }
            if index > before {
                let (ag, rb) = spread(source[index - before - 1])
                (alphaGreen, redBlue) = (alphaGreen &- ag, redBlue &- rb)
            }
            @inline(__always) func mean(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (sum &* factor) >> 32) }
            target[index] =
                mean(alphaGreen >> 32) << 24 | mean(redBlue >> 32) << 16 | mean(alphaGreen & 0xFFFF_FFFF) << 8 | mean(redBlue & 0xFFFF_FFFF)
        }
    }

    /// Gives every pixel one colour, as opaque as it was.
    func fill(red: Double, green: Double, blue: Double, alpha: Double) {
        let parts = [red, green, blue].map { UInt32(($0 * alpha * 255).rounded()) }
        let whole = UInt32((alpha * 255).rounded())
        for row in 0..<height {
            let line = pixels + row * stride
            for column in 0..<width {
                let opacity = line[column] >> 24
                guard opacity > 0 else {
                    line[column] = 0
                    continue
                }
                @inline(__always) func scaled(_ part: UInt32) -> UInt32 { (part * opacity + 127) / 255 }
                line[column] = scaled(whole) << 24 | scaled(parts[0]) << 16 | scaled(parts[1]) << 8 | scaled(parts[2])
            }
        }
    }

    /// Puts another buffer of the same size over this one by Core Graphics' mode plusDarker: what both lack of white is added up.
    ///
    /// With R, D and S multiplied by their opacities, R = max(0, r - ((d - D) + (s - S))); the opacity is r = min(1, d + s).
    func plusDarker(_ source: PixelBuffer) {
        for row in 0..<min(height, source.height) {
            let (line, upper) = (pixels + row * stride, source.pixels + row * source.stride)
            for column in 0..<min(width, source.width) {
                let (below, above) = (line[column], upper[column])
                if above == 0 { continue }
                let (d, s) = (Int32(below >> 24), Int32(above >> 24))
                let opacity = min(255, d + s)
                @inline(__always) func part(_ shift: UInt32) -> UInt32 {
                    UInt32(max(0, opacity - (d - Int32(below >> shift & 0xFF)) - (s - Int32(above >> shift & 0xFF)))) << shift
                }
                line[column] = UInt32(opacity) << 24 | part(16) | part(8) | part(0)
            }
        }
    }

    /// Changes every pixel's colour by a matrix of four rows of five numbers.
    func apply(_ matrix: [Double]) {
        guard matrix.count == 20 else { return }
        matrix.withUnsafeBufferPointer { m in
            for row in 0..<height {
                let line = pixels + row * stride
                for column in 0..<width {
                    let pixel = line[column]
                    let alpha = Double(pixel >> 24) / 255
                    let scale = alpha > 0 ? 1 / (255 * alpha) : 0
                    let (r, g, b) = (Double(pixel >> 16 & 0xFF) * scale, Double(pixel >> 8 & 0xFF) * scale, Double(pixel & 0xFF) * scale)
                    @inline(__always) func sum(_ first: Int) -> Double {
                        min(1, max(0, m[first] * r + m[first + 1] * g + m[first + 2] * b + m[first + 3] * alpha + m[first + 4]))
                    }
                    // Clear pixels stay clear.
                    let opacity = alpha > 0 ? sum(15) : 0
                    @inline(__always) func byte(_ value: Double) -> UInt32 { UInt32((value * opacity * 255).rounded()) }
                    line[column] = UInt32((opacity * 255).rounded()) << 24 | byte(sum(0)) << 16 | byte(sum(5)) << 8 | byte(sum(10))
                }
            }
        }
    }
}
