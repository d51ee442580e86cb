import WidgetCore

/// The background and the edge that a surface gives a widget, by the user's theme.
enum WidgetChrome {
    /// The fill behind the contents; nil: nothing.
    static func background(_ traits: PresentationTraits) -> Fill? {
        guard traits.views.showsBackground ?? true else { return nil }
        switch traits.renderingMode {
        case .fullColor: return .color(traits.colors.background)
        case .vibrant: return nil
        case .accented: break
        }
        // Paper lets nothing through.
        if traits.theme.texture == .paper {
            let paper = ResolvedColor(traits.colors.isDark ? 0x2A2A2C : 0x8E8E93)
            return .color(tint(traits.theme.background).map { paper.mixed(with: $0, by: 0.8) } ?? paper)
        }
        switch traits.theme.background {
        case .solid(let color): return .color(color)
        case .tinted(let color):
            let dark = color.mixed(with: .black, by: 0.25)
            return glass(color.faded(0.62), dark.faded(0.7))
        case .glass: return glass(ResolvedColor.white.faded(traits.colors.isDark ? 0.16 : 0.3), ResolvedColor.white.faded(traits.colors.isDark ? 0.08 : 0.18))
        }
    }

    private static func tint(_ background: Theme.Background) -> ResolvedColor? {
        switch background {
        case .solid(let color), .tinted(let color): color
        case .glass: nil
        }
    }

    private static func glass(_ top: ResolvedColor, _ bottom: ResolvedColor) -> Fill {
        .gradient(
            .linear(start: ViewPoint(x: 0.2, y: 0), end: ViewPoint(x: 0.8, y: 1)),
            [Paint.Stop(location: 0, color: top), Paint.Stop(location: 1, color: bottom)])
    }

    /// The light on the edge of a pane of glass, and the shade in the edge of what is recessed.
    static func addEdge(to parent: Int, _ builder: inout TreeBuilder, _ traits: PresentationTraits) {
        guard traits.views.showsBackground ?? true else { return }
        let form = ViewShape.Form.roundedRectangle(cornerRadius: traits.cornerRadius)
        if traits.theme.mounting == .recessed {
            let offset = builder.addItem(.offset(Point(x: 0, y: 2)), to: parent, part: 20)
            let blur = builder.addItem(.plain, to: offset, part: 21, drawing: .blur(6))
            let shade = ViewShape(form, stroke: ViewShape.Stroke(width: 8), inset: -4)
            _ = builder.addItem(.room, to: blur, part: 22, drawing: .shape(shade, .color(ResolvedColor.black.faded(0.45))))
        }
        let isGlass = traits.renderingMode == .accented && traits.theme.texture != .paper
        guard isGlass || traits.theme.mounting == .elevated else { return }
        let rim = ViewShape(form, stroke: ViewShape.Stroke(width: 1), inset: 0.5)
        let stops = [
            Paint.Stop(location: 0, color: ResolvedColor.white.faded(0.55)), Paint.Stop(location: 0.5, color: ResolvedColor.white.faded(0.08)),
            Paint.Stop(location: 1, color: ResolvedColor.white.faded(0.3)),
        ]
        _ = builder.addItem(
            .room, to: parent, part: 23,
            drawing: .shape(rim, .gradient(.linear(start: ViewPoint(x: 0, y: 0), end: ViewPoint(x: 1, y: 1)), stops)))
    }

    /// How a dimmed display shows everything: darker, and with less colour.
    static let dimming = ColorMatrix(ColorMatrix.saturation(0.55).numbers.enumerated().map { $0.offset < 15 ? $0.element * 0.6 : $0.element })
}
