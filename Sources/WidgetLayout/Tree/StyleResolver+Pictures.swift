import WidgetCore

extension StyleResolver {
    /// Sets how a picture is shown in the surface's rendering mode.
    /// - Parameter mode: as the view asks for it; nil: as any other content.
    func adapt(_ picture: inout DisplayPicture, _ mode: ViewImage.AccentedRenderingMode?, isAccented: Bool) {
        switch self.mode {
        case .fullColor: break
        case .vibrant: picture.matrix = .brightnessAsOpacity
        case .accented:
            switch mode {
            case nil: picture.tint = isAccented ? theme.accent : theme.primary
            case .accented: picture.tint = theme.accent
            case .desaturated: picture.matrix = .saturation(0)
            case .accentedDesaturated: picture.matrix = ColorMatrix.saturation(0).multiplied(by: theme.accent)
            case .fullColor: break
            }
        }
    }
}

extension ColorMatrix {
    /// White, the more opaque the brighter it was.
    static let brightnessAsOpacity = ColorMatrix([
        0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.159, 0.536, 0.054, 0.25, 0,
    ])

    /// The colours after this change, each part times that of a colour.
    func multiplied(by color: ResolvedColor) -> ColorMatrix {
        ColorMatrix(zip(numbers.indices, numbers).map { $1 * [color.red, color.green, color.blue, color.alpha][$0 / 5] })
    }
}
