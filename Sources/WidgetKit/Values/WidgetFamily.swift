import WidgetCore

/// A widget's size and form.
public enum WidgetFamily: Int, Hashable, CaseIterable, Sendable, CustomStringConvertible {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge, systemExtraLargePortrait
    case accessoryCircular, accessoryRectangular, accessoryInline, accessoryCorner

    public var description: String { archived.name }

    var archived: WidgetCore.WidgetFamily {
        switch self {
        case .systemSmall: .systemSmall
        case .systemMedium: .systemMedium
        case .systemLarge: .systemLarge
        case .systemExtraLarge: .systemExtraLarge
        case .systemExtraLargePortrait: .systemExtraLargePortrait
        case .accessoryCircular: .accessoryCircular
        case .accessoryRectangular: .accessoryRectangular
        case .accessoryInline: .accessoryInline
        case .accessoryCorner: .accessoryCorner
        }
    }

    init(_ family: WidgetCore.WidgetFamily) {
        switch family {
        case .systemSmall: self = .systemSmall
        case .systemMedium: self = .systemMedium
        case .systemLarge: self = .systemLarge
        case .systemExtraLarge: self = .systemExtraLarge
        case .systemExtraLargePortrait: self = .systemExtraLargePortrait
        case .accessoryCircular: self = .accessoryCircular
        case .accessoryRectangular: self = .accessoryRectangular
        case .accessoryInline: self = .accessoryInline
        case .accessoryCorner: self = .accessoryCorner
        }
    }
}

/// Places of widgets.
public struct WidgetLocation: Hashable, Sendable {
    let name: String
    public static let homeScreen = WidgetLocation(name: "homeScreen")
    public static let lockScreen = WidgetLocation(name: "lockScreen")
    public static let standBy = WidgetLocation(name: "standBy")
    public static let iPhoneWidgetsOnMac = WidgetLocation(name: "iPhoneWidgetsOnMac")
    public static let carPlay = WidgetLocation(name: "carPlay")
}

/// How a widget sits on a wall: on it, or in it.
public struct WidgetMountingStyle: Hashable, Sendable {
    let archived: Kind.MountingStyle
    public static let elevated = WidgetMountingStyle(archived: .elevated)
    public static let recessed = WidgetMountingStyle(archived: .recessed)
}

public struct WidgetTexture: Hashable, Sendable {
    let archived: Kind.Texture
    public static let glass = WidgetTexture(archived: .glass)
    public static let paper = WidgetTexture(archived: .paper)
}
