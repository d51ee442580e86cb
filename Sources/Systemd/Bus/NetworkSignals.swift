/// NetworkManager's word on which networks the machine is on, and whether what it sends costs money.
public enum NetworkSignals {
    /// What it says at one moment.
    public struct Networks: Sendable, Hashable {
        /// The names of the active connections, as a user gave them; a Wi-Fi connection has its network's.
        public var names: Set<String>
        /// Nil: it doesn't know.
        public var isMetered: Bool?

        public init(names: Set<String>, isMetered: Bool? = nil) {
            self.names = names
            self.isMetered = isMetered
        }
    }

    static let service = "org.freedesktop.NetworkManager"
    static let path = "/org/freedesktop/NetworkManager"
    static let connection = "org.freedesktop.NetworkManager.Connection.Active"
    /// NMActiveConnectionState: activated.
    static let activated = 2

    /// Follows it: now, and whenever it changes, until the task is cancelled.
    ///
    /// - Parameter handler: one call after the other; nil: no NetworkManager runs.
    /// - Throws: ``BusError`` where the connection ends.
    public static func follow(on bus: Bus, _ handler: (Networks?) async -> Void) async throws(BusError) {
        let properties = "org.freedesktop.DBus.Properties"
        let changes = [
            BusMatch(sender: service, path: path, interface: properties, member: "PropertiesChanged", argument: service),
            BusMatch(sender: service, interface: properties, member: "PropertiesChanged", argument: connection),
        ]
        try await bus.follow(service, changes: changes) { isThere in await handler(isThere ? await read(bus) : nil) }
    }

    private static func read(_ bus: Bus) async -> Networks {
        var names: Set<String> = []
        let active = await bus.value("ActiveConnections", of: service, at: path, of: service)?.elements ?? []
        for connection in active.prefix(SystemdLimits.activeConnections).compactMap(\.string) {
            // One that has gone since has no name any more.
            guard await bus.value("State", of: Self.connection, at: connection, of: service)?.int == activated,
                let name = await bus.value("Id", of: Self.connection, at: connection, of: service)?.string
            else { continue }
            names.insert(name)
        }
        // NMMetered: 1 and 3 are yes, 2 and 4 are no; the higher ones are guesses of NetworkManager's.
        let metered: [Int: Bool] = [1: true, 2: false, 3: true, 4: false]
        return Networks(names: names, isMetered: await bus.value("Metered", of: service, at: path, of: service)?.int.flatMap { metered[$0] })
    }
}
