package import WidgetCore

/// How surfaces look, which providers are told: a daemon doesn't see its surfaces, so it is told itself.
package struct Appearance: Sendable, Hashable {
    package var colorScheme: ColorScheme
    /// Pixels per point, in ``Limits/displayScale``.
    package var displayScale: Double

    /// By default a terminal: dark, and without pixels that are finer than its points.
    package init(colorScheme: ColorScheme = .dark, displayScale: Double = 1) {
        self.colorScheme = colorScheme
        self.displayScale = displayScale
    }
}
