/// UPower's word on where the machine's power comes from.
public enum PowerSignals {
    static let service = "org.freedesktop.UPower"
    static let path = "/org/freedesktop/UPower"
    static let property = "OnBattery"
    static let match = BusMatch(
        sender: service, path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", argument: service)

    /// Follows whether the machine runs on battery: now, and whenever that changes, until the task is cancelled. Where no UPower runs nothing is told; when
    /// it comes, its word is.
    ///
    /// - Parameter handler: one call after the other.
    /// - Throws: ``BusError`` where the connection ends.
    public static func follow(on bus: Bus, _ handler: (_ isOnBattery: Bool) async -> Void) async throws(BusError) {
        let (events, told) = AsyncStream.makeStream(of: Bool?.self, bufferingPolicy: .bufferingNewest(8))
        // The interface, what changed, and what must be asked for.
        let changes = try await bus.subscribe(to: match) { signal in
            guard signal.arguments.count > 1 else { return }
            told.yield(signal.arguments[1].dictionary?[property]?.bool)
        }
        let owner = try await bus.watchOwner(of: service) { if $0 != nil { told.yield(nil) } }
        defer {
            changes.cancel()
            owner.cancel()
        }
        for await value in events {
            if let value {
                await handler(value)
            } else {
                // One that doesn't say it, or went in between, says nothing.
                let answer = try? await bus.call(.property(property, of: service, at: path, of: service))
                if let value = answer?.first?.bool { await handler(value) }
            }
        }
    }
}
