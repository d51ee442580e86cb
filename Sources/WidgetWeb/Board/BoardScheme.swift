import WidgetCore
import WidgetLayout

/// The colours that a browser wants: what is followed of the daemon, and drawn, once for each that some browser needs.
enum BoardScheme: String, Sendable, Hashable, CaseIterable {
    case light, dark

    /// The traits that the daemon is told, and that views are drawn with.
    var traits: ViewTraits { PresentationTraits.standardViews.with(self == .dark ? .dark : .light) }
}
