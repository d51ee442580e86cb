package import WidgetCore

/// A colour, which may depend on the environment, such as the colour scheme.
nonisolated public struct Color: Hashable, Sendable {
    enum Storage: Hashable, Sendable {
        case named(ViewColor.Name)
        /// In ``RGBColorSpace/sRGB``, 0 to 1.
        case rgba(Double, Double, Double, Double)
        /// A colour set of the asset catalogue.
        case asset(String)
        indirect case faded(Color, Double)
        indirect case mixed(Color, Color, Double)
    }

    let storage: Storage
    init(storage: Storage) { self.storage = storage }

    /// The colour space of a colour's components.
    public typealias RGBColorSpace = Motion.RGBColorSpace
    /// A colour as numbers.
    public typealias Resolved = ResolvedColor

    /// A colour by its amounts of red, green and blue, from 0 to 1.
    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        if colorSpace == .sRGB {
            self.init(storage: .rgba(red, green, blue, opacity))
        } else {
            self.init(Resolved(colorSpace: colorSpace, red: Float(red), green: Float(green), blue: Float(blue), opacity: Float(opacity)))
        }
    }

    /// A gray, from 0, black, to 1, white.
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    /// A colour by hue, saturation and brightness, from 0 to 1.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let sector = (hue - hue.rounded(.down)) * 6
        func part(_ offset: Double) -> Double {
            let distance = (offset + sector).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(distance, 4 - distance, 1))
        }
        self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
    }

    public init(_ resolved: Resolved) {
        storage = .rgba(Double(resolved.red), Double(resolved.green), Double(resolved.blue), Double(resolved.opacity))
    }

    /// A colour set of an asset catalogue in the provider's resources.
    public init(_ name: String, bundle: Bundle? = nil) { storage = .asset(name) }
    public init(_ resource: ColorResource) { storage = .asset(resource.name) }

    public static let red = Color(storage: .named(.red))
    public static let orange = Color(storage: .named(.orange))
    public static let yellow = Color(storage: .named(.yellow))
    public static let green = Color(storage: .named(.green))
    public static let mint = Color(storage: .named(.mint))
    public static let teal = Color(storage: .named(.teal))
    public static let cyan = Color(storage: .named(.cyan))
    public static let blue = Color(storage: .named(.blue))
    public static let indigo = Color(storage: .named(.indigo))
    public static let purple = Color(storage: .named(.purple))
    public static let pink = Color(storage: .named(.pink))
    public static let brown = Color(storage: .named(.brown))
    public static let white = Color(storage: .named(.white))
    public static let gray = Color(storage: .named(.gray))
    public static let black = Color(storage: .named(.black))
    public static let clear = Color(storage: .named(.clear))
    public static let primary = Color(storage: .named(.primary))
    public static let secondary = Color(storage: .named(.secondary))
    public static let accentColor = Color(storage: .named(.accent))

    /// The colour with its opacity multiplied by `opacity`, from 0 to 1.
    public func opacity(_ opacity: Double) -> Color { Color(storage: .faded(self, opacity)) }

    /// A mix of the colour with a fraction of another one, from 0 to 1. `colorSpace` has no effect: sRGB components are mixed.
    public func mix(with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual) -> Color {
        Color(storage: .mixed(self, rhs, min(1, max(0, fraction))))
    }

    /// A gradient from a lighter form of the colour to itself, as SwiftUI's.
    public var gradient: AnyGradient { AnyGradient(Gradient(colors: [mix(with: .white, by: 0.15), self])) }

    /// The colour as numbers in an environment.
    public func resolve(in environment: EnvironmentValues) -> Resolved {
        let (red, green, blue, opacity) = components(in: environment)
        return Resolved(red: Float(red), green: Float(green), blue: Float(blue), opacity: Float(opacity))
    }
}

extension Color {
    private func components(in environment: EnvironmentValues) -> (Double, Double, Double, Double) {
        switch storage {
        case .rgba(let red, let green, let blue, let opacity): return (red, green, blue, opacity)
        case .named(let name): return SystemColor.components(of: name, isDark: environment.colorScheme == .dark)
        case .asset(let name): return AssetCatalog.color(name, isDark: environment.colorScheme == .dark) ?? (0, 0, 0, 0)
        case .faded(let color, let factor):
            let (red, green, blue, opacity) = color.components(in: environment)
            return (red, green, blue, opacity * factor)
        case .mixed(let first, let second, let fraction):
            let (one, other) = (first.components(in: environment), second.components(in: environment))
            func part(_ one: Double, _ other: Double) -> Double { one + (other - one) * fraction }
            return (part(one.0, other.0), part(one.1, other.1), part(one.2, other.2), part(one.3, other.3))
        }
    }

    /// As an archive says it. Named colours stay names, so that a surface can choose how it shows them.
    package func archived(in environment: EnvironmentValues) -> ViewColor {
        switch storage {
        case .named(let name): return .named(name)
        case .faded(let color, let factor):
            if case .named(let name) = color.storage { return .faded(name, opacity: min(1, max(0, factor))) }
        default: break
        }
        let (red, green, blue, opacity) = components(in: environment)
        func byte(_ part: Double) -> UInt32 { part.isFinite ? UInt32((min(1, max(0, part)) * 255).rounded()) : 0 }
        return .rgba(byte(red) << 24 | byte(green) << 16 | byte(blue) << 8 | byte(opacity))
    }
}

extension Color: CustomStringConvertible {
    public var description: String {
        switch storage {
        case .named(let name): name.rawValue
        case .rgba: "\(resolve(in: EnvironmentValues()))"
        case .asset(let name): name
        case .faded(let color, let opacity): "\(color) at \(opacity)"
        case .mixed(let first, let second, let fraction): "\(first) with \(fraction) of \(second)"
        }
    }
}

/// A colour set of an asset catalogue. Xcode generates a constant for each one. Here, declare yours in an `extension ColorResource`.
nonisolated public struct ColorResource: Hashable, Sendable {
    let name: String
    public init(name: String, bundle: Bundle) { self.name = name }
}

/// Apple's system colours (Human Interface Guidelines), in sRGB.
private enum SystemColor {
    static func components(of name: ViewColor.Name, isDark: Bool) -> (Double, Double, Double, Double) {
        let (light, dark) = bytes(of: name)
        let value = isDark ? dark : light
        func part(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 255 }
        return (part(24), part(16), part(8), part(0))
    }

    private static func bytes(of name: ViewColor.Name) -> (light: UInt32, dark: UInt32) {
        switch name {
        case .primary: (0x0000_00FF, 0xFFFF_FFFF)
        case .secondary: (0x3C3C_4399, 0xEBEB_F599)
        case .accent, .blue: (0x007A_FFFF, 0x0A84_FFFF)
        case .red: (0xFF3B_30FF, 0xFF45_3AFF)
        case .orange: (0xFF95_00FF, 0xFF9F_0AFF)
        case .yellow: (0xFFCC_00FF, 0xFFD6_0AFF)
        case .green: (0x34C7_59FF, 0x30D1_58FF)
        case .mint: (0x00C7_BEFF, 0x63E6_E2FF)
        case .teal: (0x30B0_C7FF, 0x40C8_E0FF)
        case .cyan: (0x32AD_E6FF, 0x64D2_FFFF)
        case .indigo: (0x5856_D6FF, 0x5E5C_E6FF)
        case .purple: (0xAF52_DEFF, 0xBF5A_F2FF)
        case .pink: (0xFF2D_55FF, 0xFF37_5FFF)
        case .brown: (0xA284_5EFF, 0xAC8E_68FF)
        case .gray: (0x8E8E_93FF, 0x8E8E_93FF)
        case .white: (0xFFFF_FFFF, 0xFFFF_FFFF)
        case .black: (0x0000_00FF, 0x0000_00FF)
        case .clear: (0, 0)
        }
    }
}
