/// A picture of pixels, on a light ground.
struct RasterCanvas: PlotCanvas {
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, row by row from the top.
    private(set) var pixels: [UInt8]
    private let theme = PlotTheme.light
    private let scale: Int

    var letterWidth: Double { Double(PixelFont.advance * scale) }
    var lineHeight: Double { Double(PixelFont.lineHeight * scale) }

    /// - Parameter scale: pixels for each of a letter's.
    init(width: Int, height: Int, scale: Int = 1) {
        self.width = width
        self.height = height
        self.scale = scale
        pixels = Array(repeating: 0, count: width * height * 3)
        for place in 0..<(width * height) {
            pixels[3 * place] = theme.ground.red
            pixels[3 * place + 1] = theme.ground.green
            pixels[3 * place + 2] = theme.ground.blue
        }
    }

    init(_ picture: PlotPicture) {
        self.init(width: picture.size.width, height: picture.size.height, scale: picture.scale)
        picture.draw(on: &self)
    }

    /// Covers a part of a pixel, from 0 to 255; what is outside is left out.
    private mutating func blend(_ x: Int, _ y: Int, _ color: PlotColor, _ coverage: UInt8 = 255) {
        guard (0..<width).contains(x), (0..<height).contains(y), coverage > 0 else { return }
        let place = (y * width + x) * 3
        let covered = Int(coverage)
        func mixed(_ old: UInt8, _ new: UInt8) -> UInt8 {
            let sum = Int(old) * (255 - covered) + Int(new) * covered
            return UInt8((sum + 127) / 255)
        }
        pixels[place] = mixed(pixels[place], color.red)
        pixels[place + 1] = mixed(pixels[place + 1], color.green)
        pixels[place + 2] = mixed(pixels[place + 2], color.blue)
    }

    mutating func line(from start: PlotPoint, to end: PlotPoint, _ ink: PlotInk, _ dash: PlotDash) {
        let (from, to) = ((x: Int(start.x), y: Int(start.y)), (x: Int(end.x), y: Int(end.y)))
        let length = max(abs(to.x - from.x), abs(to.y - from.y))
        let color = theme.color(ink)
        for step in 0...length where dash.draws(step) {
            func between(_ from: Int, _ to: Int) -> Int { length == 0 ? from : from + (to - from) * step / length }
            blend(between(from.x, to.x), between(from.y, to.y), color)
        }
    }

    /// Pixels from the middle of a curve to its edge.
    private var halfWidth: Double { 0.3 + 0.4 * Double(scale) }

    mutating func curve(_ points: [PlotPoint], number: Int) {
        guard let first = points.first else { return }
        // Pieces that meet in a pixel cover it once: the coverage of all is gathered, and then blended.
        var coverage: [Int: UInt8] = [:]
        var last = first
        for point in points {
            gather(&coverage, from: last, to: point)
            last = point
        }
        let color = theme.color(.curve(number))
        for (place, covered) in coverage { blend(place % width, place / width, color, covered) }
    }

    private func gather(_ coverage: inout [Int: UInt8], from start: PlotPoint, to end: PlotPoint) {
        let reach = halfWidth + 1
        func pixels(_ one: Double, _ other: Double, _ count: Int) -> Range<Int> {
            let low = max(0, Int(max(min(one, other) - reach, -1)))
            return low..<max(low, min(count, Int(min(max(one, other) + reach, Double(count))) + 1))
        }
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        for y in pixels(start.y, end.y, height) {
            for x in pixels(start.x, end.x, width) {
                let (px, py) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
                let along = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
                let (gapX, gapY) = (px - along * dx, py - along * dy)
                let covered = min(max(halfWidth + 0.5 - (gapX * gapX + gapY * gapY).squareRoot(), 0), 1)
                let level = UInt8(covered * 255)
                if level > coverage[y * width + x] ?? 0 { coverage[y * width + x] = level }
            }
        }
    }

    mutating func text(_ text: String, at place: PlotPoint, _ anchor: PlotAnchor, _ ink: PlotInk) {
        let taken = Double(text.count) * letterWidth - Double(scale)
        let color = theme.color(ink)
        var x =
            switch anchor {
            case .start: Int(place.x)
            case .middle: Int(place.x - taken / 2)
            case .end: Int(place.x - taken)
            }
        let top = Int(place.y) - PixelFont.height * scale
        for character in text {
            for (column, bits) in PixelFont.columns(of: character).enumerated() {
                for row in 0..<8 where bits & (1 << row) != 0 {
                    for dot in 0..<(scale * scale) {
                        blend(x + column * scale + dot % scale, top + row * scale + dot / scale, color)
                    }
                }
            }
            x += PixelFont.advance * scale
        }
    }
}
