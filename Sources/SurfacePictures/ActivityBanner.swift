public import WidgetCore
public import WidgetLayout

/// A Live Activity as the lock screen shows it: as high as its content, up to ``greatestHeight``.
public struct ActivityBanner {
    /// Points; iOS cuts off what is higher.
    public static let greatestHeight = 160.0
    private static let leastHeight = 64.0
    private static let cornerRadius = 24.0

    private let presentation: Presentation

    public init(texts: TextCache) { presentation = Presentation(texts: texts) }

    /// - Parameters:
    ///   - view: the activity's view of the lock screen, with its variants.
    ///   - width: points.
    ///   - traits: the surface's; its size, margins and corners are replaced.
    public func displayList(of view: ViewArchive, width: Double, traits: PresentationTraits) -> DisplayList {
        var traits = traits
        let adapted = view.adapted(to: traits.views)
        let margin = Self.margin(of: adapted)
        (traits.margins, traits.cornerRadius) = (Insets(all: margin), Self.cornerRadius)
        let content = presentation.size(of: adapted, width: width - 2 * margin, height: nil, traits: traits)
        traits.size = Size(width: width, height: min(Self.greatestHeight, max(Self.leastHeight, content.height + 2 * margin)))
        return presentation.displayList(of: view, traits: traits)
    }

    /// Around an activity's view, in points. A view written for iOS has padding of its own.
    public static func margin(of view: ViewArchive) -> Double {
        view.nodes.first?.modifiers.contains { if case .padding = $0 { true } else { false } } ?? false ? 0 : 16
    }
}
