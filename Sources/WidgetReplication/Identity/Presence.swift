public import WidgetCore

/// A device's version and addresses. The device writes it when they change, and once a day.
public struct Presence: Sendable, Hashable {
    /// widgetd's version.
    public var version: String
    /// The addresses at which it can be reached, as far as it knows.
    public var addresses: [String]
    /// When the device wrote it, by its own clock.
    public var at: Timestamp
    /// It is a hub. While it runs, it writes its presence again and again where another hub may take its place.
    public var isHub: Bool
    /// Stands for the password of its account on an engine, as PostgreSQL keeps it. Empty: it has none.
    public var hubVerifier: String

    public init(version: String, addresses: [String], at: Timestamp, isHub: Bool = false, hubVerifier: String = "") {
        self.version = version
        self.addresses = addresses
        self.at = at
        self.isHub = isHub
        self.hubVerifier = hubVerifier
    }
}
