public import WidgetCore

/// A device's version and addresses. The device writes it when they change, and once a day.
public struct Presence: Sendable, Hashable {
    /// widgetd's version.
    public var version: String
    /// The addresses at which it can be reached, as far as it knows.
    public var addresses: [String]
    /// When the device wrote it, by its own clock.
    public var at: Timestamp

    public init(version: String, addresses: [String], at: Timestamp) {
        self.version = version
        self.addresses = addresses
        self.at = at
    }
}
