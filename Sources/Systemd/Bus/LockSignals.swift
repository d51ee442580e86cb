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
