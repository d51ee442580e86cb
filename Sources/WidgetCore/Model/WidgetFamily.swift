/// A widget's size and form, as WidgetKit names them. Raw values are those of the wire and the store.
public enum WidgetFamily: Int, Sendable, Hashable, CaseIterable {
    case systemSmall = 1
    case systemMedium = 2
    case systemLarge = 3
    case systemExtraLarge = 4
    case systemExtraLargePortrait = 5
    case accessoryCircular = 6
    case accessoryRectangular = 7
    case accessoryInline = 8
    case accessoryCorner = 9

    /// WidgetKit's spelling, such as `systemSmall`.
    public var name: String { "\(self)" }

    /// The family of that name: WidgetKit's spelling, or short (`small`, `circular`); nil for any other.
    public init?(name: String) {
        let found = Self.allCases.first { family in
            name == family.name || name == family.shortName
        }
        guard let found else { return nil }
        self = found
    }

    /// The name without `system` or `accessory`, first letter lower-case: `small`, `inline`.
    public var shortName: String {
        let full = name
        for prefix in ["system", "accessory"] where full.hasPrefix(prefix) {
            let rest = full.dropFirst(prefix.count)
            return rest.prefix(1).lowercased() + rest.dropFirst()
        }
        return full
    }

    /// Width and height in points on a screen of 390 by 844, from Apple's Human Interface Guidelines. They give none for extra large and corner on that screen.
    /// Those are ours: the large ones doubled in one direction, a corner as wide as a circle.
    public var size: (width: Int, height: Int) {
        switch self {
        case .systemSmall: (158, 158)
        case .systemMedium: (338, 158)
        case .systemLarge: (338, 354)
        case .systemExtraLarge: (715, 354)
        case .systemExtraLargePortrait: (338, 715)
        case .accessoryCircular, .accessoryCorner: (72, 72)
        case .accessoryRectangular: (160, 72)
        case .accessoryInline: (234, 26)
        }
    }
}
