import Foundation

/// The curve between amounts of light and the numbers of an sRGB screen, with the constants of IEC 61966-2-1: a power of 2.4, and near black a straight line.
/// Numbers below 0 are as those above, negated.
enum SRGBTransfer {
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
