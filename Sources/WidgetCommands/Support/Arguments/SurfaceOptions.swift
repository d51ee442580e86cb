package import ArgumentParser
package import WidgetCore

/// The traits of the surface for which a view is asked, where they aren't the terminal's own.
package struct SurfaceOptions: ParsableArguments {
    /// The background.
    package enum Scheme: String, ExpressibleByArgument, CaseIterable {
        case light, dark

        package var scheme: ColorScheme { self == .light ? .light : .dark }
    }

    package enum Mode: String, ExpressibleByArgument, CaseIterable {
        case fullColor, accented, vibrant

        package var mode: ViewTraits.RenderingMode {
            switch self {
            case .fullColor: .fullColor
            case .accented: .accented
            case .vibrant: .vibrant
            }
        }
    }

    @Option(help: "The view for this background.")
    package var colorScheme: Scheme?

    @Option(help: "The view for surfaces with this rendering mode.")
    package var renderingMode: Mode?

    @Flag(help: "The view for surfaces that remove the widget's background.")
    package var withoutBackground = false

    @Flag(help: "The view for somebody who looks from afar.")
    package var simplified = false

    @Flag(help: "The view for a dimmed display (Always-On).")
    package var dimmed = false

    package init() {}

    /// The traits, beside those of the terminal.
    package func traits(of terminal: ViewTraits) -> ViewTraits {
        ViewTraits(
            colorScheme: colorScheme?.scheme, renderingMode: renderingMode?.mode, showsBackground: withoutBackground ? false : nil,
            levelOfDetail: simplified ? .simplified : nil, isLuminanceReduced: dimmed ? true : nil
        ).completed(by: terminal)
    }
}
