extension PresentationTraits {
    /// The colour of an accented widget's paper, which lets nothing through: warm, with a breath of the theme's tint. Nil: it isn't of paper.
    var paper: ResolvedColor? {
        guard renderingMode == .accented, theme.texture == .paper else { return nil }
        let paper = ResolvedColor(colors.isDark ? 0x2B2825 : 0xF3EEE4)
        return theme.tint.map { paper.mixed(with: $0, by: 0.2) } ?? paper
    }

    /// The theme with the colours of its contents. White would not be seen on light paper: it becomes ink, dark or of the theme's tint.
    var inkedTheme: Theme {
        var theme = theme
        guard paper != nil, !colors.isDark else { return theme }
        let ink = theme.tint.map { $0.mixed(with: .black, by: 0.45) } ?? ResolvedColor(0x2E2A26)
        if theme.primary == .white { theme.primary = ink }
        if theme.accent == .white { theme.accent = ink }
        return theme
    }
}

extension Theme {
    fileprivate var tint: ResolvedColor? {
        switch background {
        case .solid(let color), .tinted(let color): color
        case .glass: nil
        }
    }
}
