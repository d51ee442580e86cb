/// logind's word on the machine's sleep.
public enum SleepSignals {
    static let service = "org.freedesktop.login1"
    static let match = BusMatch(
        sender: service, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")

    /// Calls `handler` each time the machine has resumed from suspend or hibernation. Where no logind runs, that is never.
    ///
    /// Another program on the machine can send the same signal to this process: what the handler does must be harmless at any time.
    ///
    /// - Parameter handler: on the connection's thread; must be quick.
    public static func resumes(on bus: Bus, _ handler: @escaping @Sendable () -> Void) async throws(BusError) -> BusSubscription {
        // true: about to sleep; false: awake again.
        try await bus.subscribe(to: match) { signal in
            if signal.arguments.first?.bool == false { handler() }
        }
    }
}
