public import WidgetCore

/// Lengths of widgets in points, as Apple's Human Interface Guidelines list them for a screen of 390 by 844 points.
public enum WidgetMetrics {
    /// The spacing between views whose stack sets none.
    static let spacing = 8.0

    public static func size(of family: WidgetFamily) -> Size {
        let (width, height) = family.size
        return Size(width: Double(width), height: Double(height))
    }

    /// Between a widget's edge and its contents.
    public static func margins(of family: WidgetFamily) -> Insets { isAccessory(family) ? .zero : Insets(all: 16) }

    /// The radius of a widget's corners; half the width of a round one.
    public static func cornerRadius(of family: WidgetFamily) -> Double {
        switch family {
        case .accessoryCircular, .accessoryCorner: size(of: family).width / 2
        case .accessoryRectangular: 8
        case .accessoryInline: 0
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait: 22
        }
    }

    /// Whether a family's widgets lie on a surface without a card: on a lock screen, or on the face of a watch.
    public static func isAccessory(_ family: WidgetFamily) -> Bool {
        switch family {
        case .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline: true
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait: false
        }
    }
}
