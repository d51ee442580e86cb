import BusTestSupport
import Glibc
import Systemd

/// logind on a bus of the test's own, with one session of this user, at a seat.
final class LockableSession {
    let bus: PrivateBus
    private let client: Bus
    private let logind: MockService

    static var isPossible: Bool { PrivateBus.daemon != nil && MockService.isInstalled }

    init() async throws {
        bus = try PrivateBus()
        client = try Bus(.address(bus.address))
        logind = try MockService("logind", bus.address)
        let (owners, owned) = AsyncStream.makeStream(of: Void.self)
        let watch = try await client.watchOwner(of: "org.freedesktop.login1") { if $0 != nil { owned.yield() } }
        for await _ in owners { break }
        watch.cancel()
        _ = try await client.call(
            BusCall(
                "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "AddSession",
                [.string("a"), .string("seat0"), .uint32(getuid()), .string("person"), .bool(true)]))
    }

    func lock(_ isLocked: Bool) async throws {
        _ = try await client.call(
            BusCall("org.freedesktop.login1", "/org/freedesktop/login1/session/a", "org.freedesktop.login1.Session", "SetLockedHint", [.bool(isLocked)]))
    }
}
