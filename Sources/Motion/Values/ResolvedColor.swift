import Foundation

/// How red, green and blue are told in numbers: SwiftUI's `Color.RGBColorSpace`. All of them reach beyond 0 to 1.
public enum RGBColorSpace: Hashable, Sendable {
    /// The usual numbers of screens, whose steps look alike (IEC 61966-2-1).
    case sRGB
    /// The amounts of light, with the primaries of ``sRGB``.
    case sRGBLinear
    /// As ``sRGB``, with the purer primaries of wide screens.
    case displayP3
}

/// A colour as numbers, SwiftUI's `Color.Resolved`: the amounts of red, green and blue light of an sRGB screen, and how opaque it is. 0 is none. Amounts
/// outside of 0 to 1 are colours that such a screen can't show.
@frozen
public struct ResolvedColor: Hashable, Sendable {
    /// The amount of red light.
    public var linearRed: Float
    /// The amount of green light.
    public var linearGreen: Float
    /// The amount of blue light.
    public var linearBlue: Float
    /// From 0, not to be seen, to 1, nothing to be seen behind it.
    public var opacity: Float
}

extension ResolvedColor {
    /// A colour by its numbers in a colour space.
    public init(colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1) {
        switch colorSpace {
        case .sRGB:
            self.init(
                linearRed: Float(SRGBTransfer.linear(Double(red))), linearGreen: Float(SRGBTransfer.linear(Double(green))),
                linearBlue: Float(SRGBTransfer.linear(Double(blue))), opacity: opacity)
        case .sRGBLinear:
            self.init(linearRed: red, linearGreen: green, linearBlue: blue, opacity: opacity)
        case .displayP3:
            let (red, green, blue) = (SRGBTransfer.linear(Double(red)), SRGBTransfer.linear(Double(green)), SRGBTransfer.linear(Double(blue)))
            // The matrix from linear Display P3 to linear sRGB, both of white point D65, as CSS Color 4 prints it.
            self.init(
                linearRed: Float(1.2249401762805598 * red - 0.22494017628055996 * green),
                linearGreen: Float(-0.042056954709688163 * red + 1.0420569547096881 * green),
                linearBlue: Float(-0.019637554590334432 * red - 0.078636045550631889 * green + 1.0982736001409663 * blue), opacity: opacity)
        }
    }

    /// The red of ``RGBColorSpace/sRGB``.
    public var red: Float {
        get { Float(SRGBTransfer.encoded(Double(linearRed))) }
        set { linearRed = Float(SRGBTransfer.linear(Double(newValue))) }
    }

    /// The green of ``RGBColorSpace/sRGB``.
    public var green: Float {
        get { Float(SRGBTransfer.encoded(Double(linearGreen))) }
        set { linearGreen = Float(SRGBTransfer.linear(Double(newValue))) }
    }

    /// The blue of ``RGBColorSpace/sRGB``.
    public var blue: Float {
        get { Float(SRGBTransfer.encoded(Double(linearBlue))) }
        set { linearBlue = Float(SRGBTransfer.linear(Double(newValue))) }
    }
}

extension ResolvedColor: CustomStringConvertible {
    /// Red, green, blue and opacity of sRGB as on the web: `#RRGGBBAA`. A color that such a screen can't show becomes the nearest that it can.
    public var description: String {
        [red, green, blue, opacity].reduce(into: "#") { text, part in
            let byte = UInt8((Double(part).clampedToUnit * 255).rounded())
            text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}

extension ResolvedColor: Codable {
    /// The four numbers of sRGB in a row: red, green, blue and opacity. They are written as double precision, so that the same colour is read again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for light in [linearRed, linearGreen, linearBlue] { try container.encode(SRGBTransfer.encoded(Double(light))) }
        try container.encode(Double(opacity))
    }

    /// Reads the numbers that ``encode(to:)`` writes.
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let red = try container.decode(Double.self)
        let green = try container.decode(Double.self)
        let blue = try container.decode(Double.self)
        let opacity = try container.decode(Double.self)
        self.init(
            linearRed: Float(SRGBTransfer.linear(red)), linearGreen: Float(SRGBTransfer.linear(green)), linearBlue: Float(SRGBTransfer.linear(blue)),
            opacity: Float(opacity))
    }
}

extension ResolvedColor: Animatable {
    /// The amounts of light and the opacity, times 128: a spring is near its target when it is so in points.
    @inlinable
    public var animatableData: AnimatablePair<Float, AnimatablePair<Float, AnimatablePair<Float, Float>>> {
        get { AnimatablePair(linearRed, AnimatablePair(linearGreen, AnimatablePair(linearBlue, opacity))).scaled(by: animatableScale) }
        set {
            let parts = newValue.scaled(by: 1 / animatableScale)
            linearRed = parts.first
            linearGreen = parts.second.first
            linearBlue = parts.second.second.first
            opacity = parts.second.second.second
        }
    }
}

/// The curve between amounts of light and the numbers of an sRGB screen, with the constants of IEC 61966-2-1: a power of 2.4, and near black a straight line.
/// Numbers below 0 are as those above, negated.
private enum SRGBTransfer {
    /// The amount of light of a screen's number.
    static func linear(_ number: Double) -> Double {
        let size = abs(number)
        let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return number < 0 ? -light : light
    }

    /// The screen's number of an amount of light.
    static func encoded(_ light: Double) -> Double {
        let size = abs(light)
        let number = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        return light < 0 ? -number : number
    }
}
