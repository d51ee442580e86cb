import WidgetCore

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
