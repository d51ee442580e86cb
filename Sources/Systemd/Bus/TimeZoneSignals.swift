/// timedated's word on the machine's time zone.
public enum TimeZoneSignals {
    static let service = "org.freedesktop.timedate1"
    static let match = BusMatch(
        sender: service, path: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", argument: service)

    /// Calls `handler` each time the machine may have got another time zone, such as by `timedatectl set-timezone`. Where no timedated runs, that is never.
    ///
    /// Another program on the machine can send the same signal to this process: what the handler does must be harmless at any time.
    ///
    /// - Parameter handler: on the connection's thread; must be quick.
    public static func changes(on bus: Bus, _ handler: @escaping @Sendable () -> Void) async throws(BusError) -> BusSubscription {
        try await bus.subscribe(to: match) { _ in handler() }
    }
}
