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

/// logind's word on whether a user's session is locked.
public enum LockSignals {
    static let service = "org.freedesktop.login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    static let path = "/org/freedesktop/login1"

    /// Follows it: now, and whenever it changes, until the task is cancelled. With several sessions at seats, all of them must be locked.
    ///
    /// - Parameters:
    ///   - uid: whose sessions.
    ///   - handler: one call after the other; nil: no logind runs, or the user has no session at a seat.
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
            // Its id, the uid, the user's name, the seat, the object.
            guard let fields = session.elements, fields.count > 4, fields[1].int == Int(uid), fields[3].string?.isEmpty == false,
                let path = fields[4].string, let hint = await bus.value("LockedHint", of: Self.session, at: path, of: service)?.bool
            else { continue }
            isLocked = (isLocked ?? true) && hint
        }
        return isLocked
    }
}

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
    /// - Throws: as ``Bus/subscribe(to:_:)``.
    public static func resumes(on bus: Bus, _ handler: @escaping @Sendable () -> Void) async throws(BusError) -> BusSubscription {
        // true: about to sleep; false: awake again.
        try await bus.subscribe(to: match) { signal in
            if signal.arguments.first?.bool == false { handler() }
        }
    }
}

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
    /// - Throws: as ``Bus/subscribe(to:_:)``.
    public static func changes(on bus: Bus, _ handler: @escaping @Sendable () -> Void) async throws(BusError) -> BusSubscription {
        try await bus.subscribe(to: match) { _ in handler() }
    }
}

/// NetworkManager's word on which networks the machine is on, and whether what it sends costs money.
public enum NetworkSignals {
    /// Its state at one moment.
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
