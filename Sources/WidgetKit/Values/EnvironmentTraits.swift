import WidgetCore

extension EnvironmentValues {
    /// Takes the traits of a surface. Those that are nil stay as they are.
    mutating func apply(_ traits: ViewTraits) {
        if let scheme = traits.colorScheme { colorScheme = scheme == .dark ? .dark : .light }
        if let mode = traits.renderingMode { widgetRenderingMode = WidgetRenderingMode(mode) }
        if let shows = traits.showsBackground { showsWidgetContainerBackground = shows }
        if let detail = traits.levelOfDetail { levelOfDetail = detail == .simplified ? .simplified : .default }
        if let reduced = traits.isLuminanceReduced { isLuminanceReduced = reduced }
        if let size = traits.dynamicTypeSize { dynamicTypeSize = DynamicTypeSize(rawValue: size.rawValue - 1) ?? .large }
        if let name = traits.locale { locale = Locale(identifier: name) }
    }
}

extension WidgetRenderingMode {
    init(_ mode: ViewTraits.RenderingMode) {
        self =
            switch mode {
            case .fullColor: .fullColor
            case .accented: .accented
            case .vibrant: .vibrant
            }
    }
}

extension TraitReads {
    /// The part of a surface's traits that was read.
    func values(of traits: ViewTraits) -> ViewTraits {
        ViewTraits(
            colorScheme: contains(.colorScheme) ? traits.colorScheme : nil, renderingMode: contains(.renderingMode) ? traits.renderingMode : nil,
            showsBackground: contains(.showsBackground) ? traits.showsBackground : nil, levelOfDetail: contains(.levelOfDetail) ? traits.levelOfDetail : nil,
            isLuminanceReduced: contains(.luminance) ? traits.isLuminanceReduced : nil,
            dynamicTypeSize: contains(.dynamicType) ? traits.dynamicTypeSize : nil, locale: contains(.locale) ? traits.locale : nil)
    }
}
