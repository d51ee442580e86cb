public import Systemd

/// A notification that says once that the daemon failed, and which command helps.
public enum FailureNotice {
    /// Shows it on the desktop of the bus at `address`.
    /// - Throws: ``BusError`` where nothing shows notifications.
    public static func show(_ failure: ServiceFailure, on address: BusAddress) async throws(BusError) {
        let bus = try Bus(address)
        defer { bus.close() }
        _ = try await bus.call(call(failure))
    }

    /// The call of the desktop's notification service. It is urgent, so that it stays until it is read.
    static func call(_ failure: ServiceFailure) -> BusCall {
        let body = "\(failure.unit) failed: \(failure.reason). Run: \(failure.command)"
        var call = BusCall(
            "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
            [
                .string("widgetd"), .uint32(0), .string("dialog-error"), .string("Widgets have stopped"), .string(body), .strings([]),
                .options(["urgency": .byte(2)]), .int32(-1),
            ])
        call.startsService = true
        return call
    }
}
