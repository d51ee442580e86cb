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

/// Letters of 5 by 7 pixels, for the characters of animations and figures.
enum PixelFont {
    /// Pixels above the line on which letters stand; descenders take one more below it.
    static let height = 7
    /// Pixels from one letter to the next.
    static let advance = 6
    /// Pixels from one line to the next.
    static let lineHeight = 11

    /// The five columns of a letter from the left, the lowest bit at the top; a frame for a character that it hasn't.
    static func columns(of character: Character) -> [UInt8] { letters[character] ?? [0x7F, 0x41, 0x41, 0x41, 0x7F] }

    private static let letters: [Character: [UInt8]] = [
        " ": [0x00, 0x00, 0x00, 0x00, 0x00], ".": [0x00, 0x60, 0x60, 0x00, 0x00], ",": [0x00, 0xB0, 0x70, 0x00, 0x00],
        ":": [0x00, 0x36, 0x36, 0x00, 0x00], "(": [0x00, 0x1C, 0x22, 0x41, 0x00], ")": [0x00, 0x41, 0x22, 0x1C, 0x00],
        "-": [0x08, 0x08, 0x08, 0x08, 0x08], "+": [0x08, 0x08, 0x3E, 0x08, 0x08], "_": [0x40, 0x40, 0x40, 0x40, 0x40],
        "0": [0x3E, 0x51, 0x49, 0x45, 0x3E], "1": [0x00, 0x42, 0x7F, 0x40, 0x00], "2": [0x62, 0x51, 0x49, 0x49, 0x46],
        "3": [0x22, 0x41, 0x49, 0x49, 0x36], "4": [0x18, 0x14, 0x12, 0x7F, 0x10], "5": [0x27, 0x45, 0x45, 0x45, 0x39],
        "6": [0x3C, 0x4A, 0x49, 0x49, 0x30], "7": [0x01, 0x71, 0x09, 0x05, 0x03], "8": [0x36, 0x49, 0x49, 0x49, 0x36],
        "9": [0x06, 0x49, 0x49, 0x29, 0x1E],
        "A": [0x7E, 0x09, 0x09, 0x09, 0x7E], "B": [0x7F, 0x49, 0x49, 0x49, 0x36], "C": [0x3E, 0x41, 0x41, 0x41, 0x22],
        "D": [0x7F, 0x41, 0x41, 0x22, 0x1C], "E": [0x7F, 0x49, 0x49, 0x49, 0x41], "F": [0x7F, 0x09, 0x09, 0x09, 0x01],
        "G": [0x3E, 0x41, 0x49, 0x49, 0x7A], "H": [0x7F, 0x08, 0x08, 0x08, 0x7F], "I": [0x00, 0x41, 0x7F, 0x41, 0x00],
        "J": [0x20, 0x40, 0x41, 0x3F, 0x01], "K": [0x7F, 0x08, 0x14, 0x22, 0x41], "L": [0x7F, 0x40, 0x40, 0x40, 0x40],
        "M": [0x7F, 0x02, 0x0C, 0x02, 0x7F], "N": [0x7F, 0x04, 0x08, 0x10, 0x7F], "O": [0x3E, 0x41, 0x41, 0x41, 0x3E],
        "P": [0x7F, 0x09, 0x09, 0x09, 0x06], "Q": [0x3E, 0x41, 0x51, 0x21, 0x5E], "R": [0x7F, 0x09, 0x19, 0x29, 0x46],
        "S": [0x46, 0x49, 0x49, 0x49, 0x31], "T": [0x01, 0x01, 0x7F, 0x01, 0x01], "U": [0x3F, 0x40, 0x40, 0x40, 0x3F],
        "V": [0x1F, 0x20, 0x40, 0x20, 0x1F], "W": [0x3F, 0x40, 0x38, 0x40, 0x3F], "X": [0x63, 0x14, 0x08, 0x14, 0x63],
        "Y": [0x07, 0x08, 0x70, 0x08, 0x07], "Z": [0x61, 0x51, 0x49, 0x45, 0x43],
        "a": [0x20, 0x54, 0x54, 0x54, 0x78], "b": [0x7F, 0x48, 0x44, 0x44, 0x38], "c": [0x38, 0x44, 0x44, 0x44, 0x20],
        "d": [0x38, 0x44, 0x44, 0x48, 0x7F], "e": [0x38, 0x54, 0x54, 0x54, 0x18], "f": [0x08, 0x7E, 0x09, 0x01, 0x02],
        "g": [0x18, 0xA4, 0xA4, 0xA4, 0x7C], "h": [0x7F, 0x08, 0x04, 0x04, 0x78], "i": [0x00, 0x44, 0x7D, 0x40, 0x00],
        "j": [0x40, 0x80, 0x84, 0x7D, 0x00], "k": [0x7F, 0x10, 0x28, 0x44, 0x00], "l": [0x00, 0x41, 0x7F, 0x40, 0x00],
        "m": [0x7C, 0x04, 0x18, 0x04, 0x78], "n": [0x7C, 0x08, 0x04, 0x04, 0x78], "o": [0x38, 0x44, 0x44, 0x44, 0x38],
        "p": [0xFC, 0x24, 0x24, 0x24, 0x18], "q": [0x18, 0x24, 0x24, 0x24, 0xFC], "r": [0x7C, 0x08, 0x04, 0x04, 0x08],
        "s": [0x48, 0x54, 0x54, 0x54, 0x20], "t": [0x04, 0x3F, 0x44, 0x40, 0x20], "u": [0x3C, 0x40, 0x40, 0x20, 0x7C],
        "v": [0x1C, 0x20, 0x40, 0x20, 0x1C], "w": [0x3C, 0x40, 0x30, 0x40, 0x3C], "x": [0x44, 0x28, 0x10, 0x28, 0x44],
        "y": [0x1C, 0xA0, 0xA0, 0xA0, 0x7C], "z": [0x44, 0x64, 0x54, 0x4C, 0x44],
    ]
}
