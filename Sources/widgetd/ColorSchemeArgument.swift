import ArgumentParser
import WidgetCore

/// A colour scheme on the command line: `light` or `dark`.
struct ColorSchemeArgument: ExpressibleByArgument {
    let scheme: ColorScheme

    init(scheme: ColorScheme) { self.scheme = scheme }

    init?(argument: String) {
        guard let scheme = ColorScheme(name: argument) else { return nil }
        self.scheme = scheme
    }

    var defaultValueDescription: String { scheme.name }
    static var allValueStrings: [String] { ColorScheme.allCases.map(\.name) }
}
