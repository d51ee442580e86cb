import WidgetSurfaces

/// A QR code (ISO/IEC 18004) of a short text, for a camera that looks at a terminal.
///
/// Alphanumeric where the text allows, bytes otherwise; error correction level L, which is enough for a screen and makes the smallest code; versions 1 to
/// ``CommandLimits/qrVersion``.
struct QRCode: Sendable, Hashable {
    /// Modules in a row and in a column, without the quiet zone.
    let size: Int
    private var modules: [Bool]

    /// - Returns: nil where the text is too long.
    init?(_ text: String) {
        guard let content = QRContent(text) else { return nil }
        let drawings = QRMask.allCases.map { mask -> (code: QRCode, penalty: Int) in
            var drawing = QRDrawing(version: content.version)
            drawing.draw(content.codewords, mask)
            let code = QRCode(size: drawing.size, modules: drawing.modules)
            return (code, QRPenalty.of(code))
        }
        guard let best = drawings.min(by: { $0.penalty < $1.penalty }) else { return nil }
        self = best.code
    }

    private init(size: Int, modules: [Bool]) {
        self.size = size
        self.modules = modules
    }

    /// Whether the module is dark; light outside of the code.
    subscript(x: Int, y: Int) -> Bool { (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x] }

    /// Light modules that must surround a code.
    private static let quietZone = 4

    /// The code with its quiet zone as lines of text, two modules a character high (▀▄█).
    ///
    /// Cameras want dark on light: on a terminal of light letters on a dark background the letters are the light modules.
    /// - Parameter isDarkBackground: whether the terminal's background is dark, as most are.
    func lines(isDarkBackground: Bool = true) -> [String] {
        stride(from: -Self.quietZone, to: size + Self.quietZone, by: 2).map { y in
            String(
                (-Self.quietZone..<size + Self.quietZone).map { x in
                    // Below the last row there is background, whatever it looks like.
                    let upper = self[x, y] != isDarkBackground
                    let lower = y + 1 < size + Self.quietZone && self[x, y + 1] != isDarkBackground
                    return switch (upper, lower) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                } as [Character])
        }
    }
}

/// An invitation's code for a camera.
struct CodePicture {
    private let lines: [String]

    /// - Returns: nil where the code is too long for one.
    init?(_ code: String) {
        guard let picture = QRCode(code) else { return nil }
        lines = picture.lines()
    }

    /// Columns that it takes.
    var columns: Int { lines.first?.count ?? 0 }

    /// The lines, each ended: white letters on black where the terminal has colours, and else those of a terminal with a dark ground.
    func text(_ color: SurfaceTraits.ColorDepth) -> String {
        lines.map { color == .none ? "\($0)\n" : "\u{1B}[97;40m\($0)\u{1B}[0m\n" }.joined()
    }
}

/// How hard a code is to read, by the standard's four rules; the mask with the least is taken.
private enum QRPenalty {
    static func of(_ code: QRCode) -> Int {
        let lines =
            (0..<code.size).map { line in (0..<code.size).map { code[$0, line] } } + (0..<code.size).map { line in (0..<code.size).map { code[line, $0] } }
        return lines.reduce(0) { $0 + runs($1) + finders($1) } + squares(code) + balance(code)
    }

    /// Five or more of one colour in a line.
    private static func runs(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 0)
        for (index, module) in line.enumerated() {
            length = index > 0 && line[index - 1] == module ? length + 1 : 1
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    private static let finder = [true, false, true, true, true, false, true]
    private static let patterns = [[Bool](repeating: false, count: 4) + finder, finder + [Bool](repeating: false, count: 4)]

    /// Sequences that look like a finder with light beside it.
    private static func finders(_ line: [Bool]) -> Int {
        (0...line.count - 11).reduce(0) { penalty, start in patterns.contains(Array(line[start..<start + 11])) ? penalty + 40 : penalty }
    }

    /// Two by two of one colour.
    private static func squares(_ code: QRCode) -> Int {
        var penalty = 0
        for y in 0..<code.size - 1 {
            for x in 0..<code.size - 1 where code[x, y] == code[x + 1, y] && code[x, y] == code[x, y + 1] && code[x, y] == code[x + 1, y + 1] { penalty += 3 }
        }
        return penalty
    }

    /// How far the part of dark modules is from a half.
    private static func balance(_ code: QRCode) -> Int {
        let dark = (0..<code.size).reduce(0) { count, y in count + (0..<code.size).count { code[$0, y] } }
        return abs(dark * 20 - code.size * code.size * 10) / (code.size * code.size) * 10
    }
}
