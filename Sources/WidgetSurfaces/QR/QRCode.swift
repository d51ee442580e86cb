/// A QR code (ISO/IEC 18004) of a short text, for a camera that looks at a terminal.
///
/// Alphanumeric where the text allows, bytes otherwise; error correction level L, which is enough for a screen and makes the smallest code; versions 1 to
/// ``SurfaceLimits/qrVersion``.
public struct QRCode: Sendable, Hashable {
    /// Modules in a row and in a column, without the quiet zone.
    public let size: Int
    private var modules: [Bool]

    /// - Returns: nil where the text is too long.
    public init?(_ text: String) {
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
    public subscript(x: Int, y: Int) -> Bool { (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x] }

    /// Light modules that must surround a code.
    private static let quietZone = 4

    /// The code with its quiet zone as lines of text, two modules a character high (▀▄█).
    ///
    /// Cameras want dark on light: on a terminal of light letters on a dark ground the letters are the light modules.
    /// - Parameter isDarkGround: whether the terminal's ground is dark, as most are.
    public func lines(isDarkGround: Bool = true) -> [String] {
        stride(from: -Self.quietZone, to: size + Self.quietZone, by: 2).map { y in
            String(
                (-Self.quietZone..<size + Self.quietZone).map { x in
                    // Below the last row there is ground, whatever it looks like.
                    let upper = self[x, y] != isDarkGround
                    let lower = y + 1 < size + Self.quietZone && self[x, y + 1] != isDarkGround
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
