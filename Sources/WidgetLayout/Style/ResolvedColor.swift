public import WidgetCore

/// A colour as it is drawn: sRGB, each part 0 to 1, the colours not multiplied by the opacity.
public struct ResolvedColor: Sendable, Hashable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// - Parameter rgb: 0xRRGGBB.
    init(_ rgb: UInt32, alpha: Double = 1) {
        self.init(red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255, alpha: alpha)
    }

    /// - Parameter rgb: 0xRRGGBB.
    public init(rgb: UInt32) { self.init(rgb) }

    /// The colour of a name in a scheme.
    public init(_ name: ViewColor.Name, _ scheme: ColorScheme) { self = SystemColors(scheme).color(name, accent: nil) }

    /// A colour as it is in a scheme.
    public init(_ color: ViewColor, _ scheme: ColorScheme) {
        switch color {
        case .named(let name): self.init(name, scheme)
        case .faded(let name, let opacity): self = ResolvedColor(name, scheme).faded(opacity)
        case .rgba(let number): self.init(rgba: number)
        }
    }

    /// - Parameter rgba: 0xRRGGBBAA.
    init(rgba: UInt32) { self.init(rgba >> 8, alpha: Double(rgba & 0xFF) / 255) }

    public static let clear = ResolvedColor(red: 0, green: 0, blue: 0, alpha: 0)
    public static let white = ResolvedColor(red: 1, green: 1, blue: 1)
    public static let black = ResolvedColor(red: 0, green: 0, blue: 0)

    /// The colour with its opacity multiplied by a factor.
    func faded(_ factor: Double) -> ResolvedColor { ResolvedColor(red: red, green: green, blue: blue, alpha: alpha * min(1, max(0, factor))) }

    /// How bright it looks, 0 to 1: the weights of Rec. 709.
    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// Between two colours; 0 is this one.
    public func mixed(with other: ResolvedColor, by part: Double) -> ResolvedColor {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        return ResolvedColor(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: mix(alpha, other.alpha))
    }

    /// `#RRGGBB`, or `#RRGGBBAA` where it isn't opaque.
    public var hex: String {
        func byte(_ part: Double) -> String {
            let number = Int((min(1, max(0, part)) * 255).rounded())
            let text = String(number, radix: 16, uppercase: true)
            return text.utf8.count == 1 ? "0" + text : text
        }
        let rgb = "#" + byte(red) + byte(green) + byte(blue)
        return alpha >= 1 ? rgb : rgb + byte(alpha)
    }
}
