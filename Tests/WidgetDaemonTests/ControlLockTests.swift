import BusTestSupport
import Foundation
import Glibc
import Systemd
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Controls while logind says that the session is locked.
@Suite(
    .timeLimit(.minutes(10)), .enabled(if: PrivateBus.daemon != nil && MockService.isInstalled, "dbus-daemon or python3-dbusmock isn't installed"))
struct ControlLockTests {
    /// logind on a bus of the test's own, with one session of this person.
    private final class Session {
        let bus: PrivateBus
        private let client: Bus
        private let logind: MockService

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
                BusCall(
                    "org.freedesktop.login1", "/org/freedesktop/login1/session/a", "org.freedesktop.login1.Session", "SetLockedHint", [.bool(isLocked)]))
        }
    }

    @Test func whileLockedAPrivateValueIsHiddenAndWhatNeedsAuthenticationDenied() async throws {
        let session = try await Session()
        let daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = session.bus.address
        let lamp = try Lamp(daemon, kind: #","privacy_sensitive":true,"authentication":"requires-authentication""#)
        try daemon.start()
        let id = try daemon.addControl()
        try await session.lock(true)
        let hidden = try daemon.wait(control: id) { $0.valueHidden }
        #expect(!hidden.hasValue)
        let face = ControlFace.choose(hidden, size: .large, place: .terminal)
        #expect(face?.isValueHidden == true && face?.isOn == nil && face?.status == nil)
        let denied = try daemon.press(id, isOn: true, key: "a")
        #expect(denied.outcome == .denied && denied.reason.contains("locked"), "\(denied)")
        try await session.lock(false)
        try daemon.wait(control: id) { $0.hasValue && !$0.valueHidden }
        _ = try daemon.press(id, isOn: true, key: "a")
        #expect(try daemon.end(of: "a", control: id).outcome == .confirmed)
        #expect(lamp.performed.count == 1)
    }
}
