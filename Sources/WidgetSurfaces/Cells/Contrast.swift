/// Keeps text readable: the contrast of two colours by WCAG 2.2, and the nearest colour that has enough of it.
enum Contrast {
    /// The least ratio of text to what is behind it. WCAG asks 3 of large text and of marks; a provider's own choice, such as white on blue, stays.
    static let leastRatio = 3.0
    /// Steps from a colour to black or white, of which the first that is readable is taken.
    private static let steps = 16

    /// 1 to 21: how much lighter the one is than the other (WCAG 2.2, contrast ratio).
    static func ratio(_ a: Palette.RGB, _ b: Palette.RGB) -> Double {
        let (x, y) = (luminance(a), luminance(b))
        return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }

    /// `foreground`, or that colour made lighter or darker, so that it can be read on `background`.
    /// - Parameter shown: what the terminal shows of a colour.
    static func readable(_ foreground: Palette.RGB, on background: Palette.RGB, shown: (Palette.RGB) -> Palette.RGB) -> Palette.RGB {
        let ground = shown(background)
        if ratio(shown(foreground), ground) >= leastRatio { return foreground }
        let isDarkGround = ratio((255, 255, 255), ground) >= ratio((0, 0, 0), ground)
        let end: Palette.RGB = isDarkGround ? (255, 255, 255) : (0, 0, 0)
        for step in 1...steps {
            let candidate = mixed(foreground, end, step)
            if ratio(shown(candidate), ground) >= leastRatio { return candidate }
        }
        return end
    }

    private static func mixed(_ a: Palette.RGB, _ b: Palette.RGB, _ step: Int) -> Palette.RGB {
        func part(_ x: UInt8, _ y: UInt8) -> UInt8 { UInt8(clamping: (Int(x) * (steps - step) + Int(y) * step) / steps) }
        return (part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue))
    }

    /// WCAG 2.2, relative luminance: 0 for black, 1 for white.
    private static func luminance(_ color: Palette.RGB) -> Double {
        0.2126 * linear[Int(color.red)] + 0.7152 * linear[Int(color.green)] + 0.0722 * linear[Int(color.blue)]
    }

    /// Of each byte of sRGB, the light that it stands for: the standard's curve `((c + 0.055) / 1.055) ^ 2.4`, without a library for powers.
    private static let linear: [Double] = (0...255).map { byte in
        let value = Double(byte) / 255
        if value <= 0.04045 { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // x ^ 2.4 = x ^ 2 * x ^ (2/5), of which the fifth root is found by Newton's method.
        let target = base * base
        var root = 1.0
        for _ in 0..<40 {
            let fourth = root * root * root * root
            root -= (fourth * root - target) / (5 * fourth)
        }
        return base * base * root
    }
}
