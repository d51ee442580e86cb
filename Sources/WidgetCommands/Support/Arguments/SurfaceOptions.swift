import ArgumentParser
import WidgetCore

/// The traits of the surface for which a view is asked, where they aren't the terminal's own.
struct SurfaceOptions: ParsableArguments {
    /// The background.
    enum Scheme: String, ExpressibleByArgument, CaseIterable {
        case light, dark

        var scheme: ColorScheme { self == .light ? .light : .dark }
    }

    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case fullColor, accented, vibrant

        var mode: ViewTraits.RenderingMode {
            switch self {
            case .fullColor: .fullColor
            case .accented: .accented
            case .vibrant: .vibrant
            }
        }
    }

    @Option(help: "The view for this background, instead of the terminal's.")
    var colorScheme: Scheme?

    @Option(help: "The view for surfaces that draw so.")
    var renderingMode: Mode?

    @Flag(help: "The view for surfaces that remove the widget's background.")
    var withoutBackground = false

    @Flag(help: "The view for somebody who looks from afar.")
    var simplified = false

    @Flag(help: "The view for a dimmed display (Always-On).")
    var dimmed = false

    /// The traits, beside those of the terminal.
    func traits(of terminal: ViewTraits) -> ViewTraits {
        ViewTraits(
            colorScheme: colorScheme?.scheme, renderingMode: renderingMode?.mode, showsBackground: withoutBackground ? false : nil,
            levelOfDetail: simplified ? .simplified : nil, isLuminanceReduced: dimmed ? true : nil
        ).completed(by: terminal)
    }
}
