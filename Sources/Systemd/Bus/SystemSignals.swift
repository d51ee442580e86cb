/// Reports from UPower where the machine's power comes from.
public enum PowerSignals {
    static let service = "org.freedesktop.UPower"
    static let path = "/org/freedesktop/UPower"
    static let property = "OnBattery"
    static let match = BusMatch(
        sender: service, path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", argument: service)

    /// Follows whether the machine runs on battery: now, and whenever that changes, until the task is cancelled. While UPower doesn't run, the handler isn't
    /// called.
    ///
    /// - Parameter handler: its calls come one after the other.
    /// - Throws: ``BusError`` where the connection ends.
    public static func follow(on bus: Bus, _ handler: (_ isOnBattery: Bool) async -> Void) async throws(BusError) {
        let (events, told) = AsyncStream.makeStream(of: Bool?.self, bufferingPolicy: .bufferingNewest(8))
        // The signal has the interface, the changed properties with their values, and the names of those without.
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
                // A service without this property, or one that has just gone, gives no answer.
                let answer = try? await bus.call(.property(property, of: service, at: path, of: service))
                if let value = answer?.first?.bool { await handler(value) }
            }
        }
    }
}

/// Reports from logind whether a user's session is locked.
public enum LockSignals {
    static let service = "org.freedesktop.login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    static let path = "/org/freedesktop/login1"

    /// Follows whether the session is locked: now, and whenever that changes, until the task is cancelled. With several sessions at seats, all of them must be
    /// locked.
    ///
    /// - Parameters:
    ///   - uid: the user of the sessions.
    ///   - handler: called with nil where no logind runs, or where the user has no session at a seat. Its calls come one after the other.
    /// - Throws: ``BusError`` where the connection ends.
    public static func follow(on bus: Bus, uid: UInt32, _ handler: (_ isLocked: Bool?) async -> Void) async throws(BusError) {
        let changes = [
            BusMatch(sender: service, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", argument: session),
            BusMatch(sender: service, path: path, interface: manager, member: "SessionNew"),
            BusMatch(sender: service, path: path, interface: manager, member: "SessionRemoved"),
        ]
        try await bus.follow(service, changes: changes) { isThere in await handler(isThere ? await read(bus, uid) : nil) }
    }

    private static func read(_ bus: Bus, _ uid: UInt32) async -> Bool? {
        let sessions = try? await bus.call(BusCall(service, path, manager, "ListSessions")).first?.elements
        var isLocked: Bool?
        for session in sessions ?? [] {
            // The fields are the session's id, the uid, the user's name, the seat and the object's path.
            guard let fields = session.elements, fields.count > 4, fields[1].int == Int(uid), fields[3].string?.isEmpty == false,
                let path = fields[4].string, let hint = await bus.value("LockedHint", of: Self.session, at: path, of: service)?.bool
            else { continue }
            isLocked = (isLocked ?? true) && hint
        }
        return isLocked
    }
}

/// Reports from logind that the machine has slept.
public enum SleepSignals {
    static let service = "org.freedesktop.login1"
    static let match = BusMatch(
        sender: service, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")

    /// Calls `handler` each time the machine has resumed from suspend or hibernation. Where no logind runs, that is never.
    ///
    /// Another program on the machine can send the same signal to this process: what the handler does must be harmless at any time.
    ///
    /// - Parameter handler: on the connection's thread; must be quick.
    /// - Throws: as ``Bus/subscribe(to:_:)``.
    public static func resumes(on bus: Bus, _ handler: @escaping @Sendable () -> Void) async throws(BusError) -> BusSubscription {
        // true: about to sleep; false: awake again.
        try await bus.subscribe(to: match) { signal in
            if signal.arguments.first?.bool == false { handler() }
        }
    }
}

/// Reports from timedated that the machine's time zone may have changed.
public enum TimeZoneSignals {
    static let service = "org.freedesktop.timedate1"
    static let match = BusMatch(
        sender: service, path: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", argument: service)

    /// Calls `handler` each time the machine may have got another time zone, such as by `timedatectl set-timezone`. Where no timedated runs, that is never.
    ///
    /// Another program on the machine can send the same signal to this process: what the handler does must be harmless at any time.
    ///
    /// - Parameter handler: on the connection's thread; must be quick.
    /// - Throws: as ``Bus/subscribe(to:_:)``.
    public static func changes(on bus: Bus, _ handler: @escaping @Sendable () -> Void) async throws(BusError) -> BusSubscription {
        try await bus.subscribe(to: match) { _ in handler() }
    }
}

/// Reports from NetworkManager which networks the machine is on, and whether the connection is metered.
public enum NetworkSignals {
    /// The networks at one moment.
    public struct Networks: Sendable, Hashable {
        /// The names of the active connections, as a user gave them; a Wi-Fi connection has its network's.
        public var names: Set<String>
        /// Nil when NetworkManager doesn't know.
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

    /// Follows the networks: now, and whenever they change, until the task is cancelled.
    ///
    /// - Parameter handler: called with nil where no NetworkManager runs. Its calls come one after the other.
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
            // A connection that has gone meanwhile has no state and no name.
            guard await bus.value("State", of: Self.connection, at: connection, of: service)?.int == activated,
                let name = await bus.value("Id", of: Self.connection, at: connection, of: service)?.string
            else { continue }
            names.insert(name)
        }
        // NMMetered: 1 and 3 are yes, 2 and 4 are no. NetworkManager has guessed 3 and 4.
        let metered: [Int: Bool] = [1: true, 2: false, 3: true, 4: false]
        return Networks(names: names, isMetered: await bus.value("Metered", of: service, at: path, of: service)?.int.flatMap { metered[$0] })
    }
}
