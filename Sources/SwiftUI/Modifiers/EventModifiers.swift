import FoundationAdditions

// Events, and values that views pass up to those around them. A widget's views are archived and then shown elsewhere, so none of these ever arrives.

/// A value that views hand up to those around them.
public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Value { get }
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
    public static var defaultValue: Value { nil }
}

/// Notifications, for ``View/onReceive(_:perform:)``.
public struct NotificationPublisher: Sendable {
    init() {}
}

extension NotificationCenter {
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationPublisher { NotificationPublisher() }
}

extension View {
    nonisolated public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View { self }
    nonisolated public func onPreferenceChange<K: PreferenceKey>(_ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void) -> some View
    where K.Value: Equatable { self }
    nonisolated public func onReceive(_ publisher: NotificationPublisher, perform action: @escaping (Notification) -> Void) -> some View { self }

    /// No effect: a surface that lays out from right to left mirrors the whole layout itself.
    nonisolated public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View { self }
}
