import WidgetCore

/// The colours of a scheme: those of iOS 17, as Apple's Human Interface Guidelines list them.
struct SystemColors: Sendable {
    let isDark: Bool

    init(_ scheme: ColorScheme) { isDark = scheme == .dark }

    /// - Parameter accent: of the program or its user; nil: blue.
    func color(_ name: ViewColor.Name, accent: ResolvedColor?) -> ResolvedColor {
        switch name {
        case .primary: label(1)
        case .secondary: label(2)
        case .accent: accent ?? pick(0x007AFF, 0x0A84FF)
        case .red: pick(0xFF3B30, 0xFF453A)
        case .orange: pick(0xFF9500, 0xFF9F0A)
        case .yellow: pick(0xFFCC00, 0xFFD60A)
        case .green: pick(0x34C759, 0x30D158)
        case .mint: pick(0x00C7BE, 0x63E6E2)
        case .teal: pick(0x30B0C7, 0x40C8E0)
        case .cyan: pick(0x32ADE6, 0x64D2FF)
        case .blue: pick(0x007AFF, 0x0A84FF)
        case .indigo: pick(0x5856D6, 0x5E5CE6)
        case .purple: pick(0xAF52DE, 0xBF5AF2)
        case .pink: pick(0xFF2D55, 0xFF375F)
        case .brown: pick(0xA2845E, 0xAC8E68)
        case .gray: pick(0x8E8E93, 0x8E8E93)
        case .white: .white
        case .black: .black
        case .clear: .clear
        }
    }

    /// The foreground, from 1, the strongest, to 5.
    func label(_ level: Int) -> ResolvedColor {
        guard level > 1 else { return isDark ? .white : .black }
        let (light, dark): (Double, Double) =
            switch level {
            case 2: (0.6, 0.6)
            case 3: (0.3, 0.3)
            case 4: (0.18, 0.16)
            default: (0.1, 0.08)
            }
        return isDark ? ResolvedColor(0xEBEBF5, alpha: dark) : ResolvedColor(0x3C3C43, alpha: light)
    }

    /// Behind a widget.
    var background: ResolvedColor { pick(0xFFFFFF, 0x1C1C1E) }
    var separator: ResolvedColor { isDark ? ResolvedColor(0x545458, alpha: 0.6) : ResolvedColor(0x3C3C43, alpha: 0.29) }
    /// The part of a gauge or a switch that isn't filled.
    var fill: ResolvedColor { ResolvedColor(0x787880, alpha: isDark ? 0.36 : 0.2) }
    var placeholder: ResolvedColor { label(3) }
    var link: ResolvedColor { pick(0x007AFF, 0x0984FF) }

    /// The colour of a material, over what is behind.
    func material(_ material: ViewStyle.Material) -> ResolvedColor {
        let alpha: Double =
            switch material {
            case .ultraThin: 0.44
            case .thin: 0.6
            case .regular: 0.73
            case .thick: 0.86
            case .ultraThick: 0.94
            case .bar: 0.82
            }
        return isDark ? ResolvedColor(0x252525, alpha: alpha) : ResolvedColor(0xF6F6F6, alpha: alpha)
    }

    /// A pane of clear glass: darker than white, and lighter than black, so that it is seen on both.
    var glass: ResolvedColor { isDark ? ResolvedColor(0xFFFFFF, alpha: 0.14) : ResolvedColor(0xEDEDF2, alpha: 0.6) }

    private func pick(_ light: UInt32, _ dark: UInt32) -> ResolvedColor { ResolvedColor(isDark ? dark : light) }
}
