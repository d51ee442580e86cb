import WidgetCore

/// The background and the edge that a surface gives a widget, by the user's theme.
enum WidgetChrome {
    /// The fills behind the contents, the lowest first. It is empty where the contents lie on the surface itself, as those of all accessories do.
    static func background(_ traits: PresentationTraits) -> [Fill] {
        guard traits.views.showsBackground ?? true, !traits.isAccessory else { return [] }
        switch traits.renderingMode {
        case .fullColor: return [.color(traits.colors.background)]
        case .vibrant: return []
        case .accented: break
        }
        if let paper = traits.paper { return [sheen(paper.mixed(with: .white, by: 0.05), paper.mixed(with: .black, by: 0.05))] }
        switch traits.theme.background {
        case .solid(let color): return [.color(color)]
        case .tinted(let color): return [.material(color.mixed(with: .black, by: 0.15).faded(0.6)), light]
        // Clear glass shows the colours behind it. It dims bright ones, since its contents are white, and leaves dark ones; a dark glass is smoked.
        case .glass:
            return [
                .material(traits.colors.isDark ? ResolvedColor.black.faded(0.6) : ResolvedColor(0x262626).faded(0.65)),
                sheen(ResolvedColor.white.faded(0.1), ResolvedColor.white.faded(0)),
            ]
        }
    }

    /// The light from above that glass reflects.
    private static let light = sheen(ResolvedColor.white.faded(0.16), ResolvedColor.white.faded(0.02))

    private static func sheen(_ top: ResolvedColor, _ bottom: ResolvedColor) -> Fill {
        .gradient(
            .linear(start: ViewPoint(x: 0.2, y: 0), end: ViewPoint(x: 0.8, y: 1)),
            [Paint.Stop(location: 0, color: top), Paint.Stop(location: 1, color: bottom)])
    }

    /// The light on the edge of a pane of glass, and the shade in the edge of what is recessed.
    static func addEdge(to parent: Int, _ builder: inout TreeBuilder, _ traits: PresentationTraits) {
        guard traits.views.showsBackground ?? true, !traits.isAccessory else { return }
        let form = ViewShape.Form.roundedRectangle(cornerRadius: traits.cornerRadius)
        if traits.theme.mounting == .recessed {
            let offset = builder.addItem(.offset(Point(x: 0, y: 2)), to: parent, part: DisplayPart.Surface.shadeOffset)
            let blur = builder.addItem(.plain, to: offset, part: DisplayPart.Surface.shadeBlur, drawing: .blur(6))
            let shade = ViewShape(form, stroke: ViewShape.Stroke(width: 8), inset: -4)
            _ = builder.addItem(.room, to: blur, part: DisplayPart.Surface.shade, drawing: .shape(shade, .color(ResolvedColor.black.faded(0.45))))
        }
        let isGlass = traits.renderingMode == .accented && traits.theme.texture != .paper
        guard isGlass || traits.theme.mounting == .elevated else { return }
        let rim = ViewShape(form, stroke: ViewShape.Stroke(width: 1), inset: 0.5)
        let stops = [
            Paint.Stop(location: 0, color: ResolvedColor.white.faded(0.9)), Paint.Stop(location: 0.4, color: ResolvedColor.white.faded(0.12)),
            Paint.Stop(location: 0.7, color: ResolvedColor.white.faded(0.12)), Paint.Stop(location: 1, color: ResolvedColor.white.faded(0.55)),
        ]
        _ = builder.addItem(
            .room, to: parent, part: DisplayPart.Surface.light,
            drawing: .shape(rim, .gradient(.linear(start: ViewPoint(x: 0, y: 0), end: ViewPoint(x: 1, y: 1)), stops)))
    }

    /// How a dimmed display shows everything: darker, and with less colour.
    static let dimming = ColorMatrix(ColorMatrix.saturation(0.55).numbers.enumerated().map { $0.offset < 15 ? $0.element * 0.6 : $0.element })
}
