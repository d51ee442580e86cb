extension Bus {
    /// Reads something of a service: now, after each of some signals, and when the service comes or goes; until the task is cancelled. Signals that come
    /// while it reads lead to one more reading.
    ///
    /// - Parameter read: one call after the other; told whether the service is there.
    /// - Throws: ``BusError`` where the connection ends.
    func follow(_ service: String, changes matches: [BusMatch], _ read: (_ isThere: Bool) async -> Void) async throws(BusError) {
        let (events, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var subscriptions: [BusSubscription] = []
        defer { for subscription in subscriptions { subscription.cancel() } }
        for match in matches { subscriptions.append(try await subscribe(to: match) { _ in told.yield() }) }
        subscriptions.append(try await watchOwner(of: service) { _ in told.yield() })
        for await _ in events { await read(try await owner(of: service) != nil) }
    }

    /// A property, or nil where the other side doesn't have it or has gone.
    func value(_ property: String, of interface: String, at path: String, of service: String) async -> BusValue? {
        try? await call(.property(property, of: interface, at: path, of: service)).first
    }
}
