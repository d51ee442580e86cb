import WidgetCore

/// Finds the colours of styles, as the surface's scheme and rendering mode show them.
struct StyleResolver: Sendable {
    let colors: SystemColors
    let mode: ViewTraits.RenderingMode
    let theme: Theme

    init(_ traits: PresentationTraits) {
        colors = traits.colors
        mode = traits.renderingMode
        theme = traits.inkedTheme
    }

    /// A colour as a view in full colour has it.
    /// - Parameter tint: of the view; nil: the surface's accent.
    func color(_ color: ViewColor, tint: ResolvedColor?) -> ResolvedColor {
        switch color {
        case .named(let name): colors.color(name, accent: tint)
        case .rgba(let rgba): ResolvedColor(rgba: rgba)
        case .faded(let name, let opacity): colors.color(name, accent: tint).faded(opacity)
        }
    }

    func fill(_ style: ViewStyle, in environment: LayoutEnvironment) -> Fill {
        switch style {
        case .color(let color): .color(self.color(color, tint: environment.tint?.color))
        case .gradient(let gradient):
            .gradient(
                gradient.geometry,
                gradient.stops.map { Paint.Stop(location: $0.location, color: color($0.color, tint: environment.tint?.color)) })
        case .hierarchical(let level): environment.foreground(level, colors)
        case .material(let material): .material(colors.material(material))
        case .role(let role): self.fill(role, in: environment)
        case .faded(let style, let factor): fill(style, in: environment).faded(factor)
        }
    }

    private func fill(_ role: ViewStyle.Role, in environment: LayoutEnvironment) -> Fill {
        switch role {
        case .foreground: environment.foreground(1, colors)
        case .background, .windowBackground: .color(colors.background)
        case .tint: environment.tint ?? .color(colors.color(.accent, accent: nil))
        case .separator: .color(colors.separator)
        case .placeholder: .color(colors.placeholder)
        case .link: .color(colors.link)
        case .fill: .color(colors.fill)
        case .selection: environment.tint ?? .color(colors.color(.accent, accent: nil))
        }
    }

    /// A style as the rendering mode shows it.
    func adapted(_ fill: Fill, in environment: LayoutEnvironment) -> Fill {
        switch mode {
        case .fullColor: fill
        // Only how opaque a colour is counts; opaque content is one solid colour.
        case .accented: fill.map { adapted($0, isAccented: environment.isAccented) }
        case .vibrant: fill.map { adapted($0, isAccented: false) }
        }
    }

    func adapted(_ color: ResolvedColor, isAccented: Bool) -> ResolvedColor {
        switch mode {
        case .fullColor: return color
        case .accented:
            let group = isAccented ? theme.accent : theme.primary
            return ResolvedColor(red: group.red, green: group.green, blue: group.blue, alpha: group.alpha * color.alpha)
        // Bright colours let less of the material through.
        case .vibrant: return ResolvedColor(red: 1, green: 1, blue: 1, alpha: color.alpha * (0.25 + 0.75 * color.luminance))
        }
    }
}
