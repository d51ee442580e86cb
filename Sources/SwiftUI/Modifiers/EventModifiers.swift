import FoundationAdditions

// Events and values that go from views to those around them. A widget's views are archived in one pass and shown elsewhere, so nothing comes back to them.

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

    /// Surfaces flip what they lay out from right to left.
    nonisolated public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View { self }
}
