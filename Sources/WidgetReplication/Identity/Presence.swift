public import WidgetCore

/// How a device is, as it said itself when its version or addresses changed, or once a day.
public struct Presence: Sendable, Hashable {
    /// widgetd's version.
    public var version: String
    /// Where it is reached, as far as it knows.
    public var addresses: [String]
    /// When it said so, by its clock.
    public var at: Timestamp

    public init(version: String, addresses: [String], at: Timestamp) {
        self.version = version
        self.addresses = addresses
        self.at = at
    }
}
