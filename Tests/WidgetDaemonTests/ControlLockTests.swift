import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Controls while logind says that the session is locked.
@Suite(.timeLimit(.minutes(10)), .enabled(if: LockableSession.isPossible, "dbus-daemon or python3-dbusmock isn't installed"))
struct ControlLockTests {
    @Test func whileLockedAPrivateValueIsHiddenAndWhatNeedsAuthenticationDenied() async throws {
        let session = try await LockableSession()
        let daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = session.bus.address
        let lamp = try Lamp(daemon, kind: #","privacy_sensitive":true,"authentication":"requires-authentication""#)
        try daemon.start()
        let id = try daemon.addControl()
        try await session.lock(true)
        let hidden = try daemon.wait(control: id) { $0.valueHidden }
        #expect(!hidden.hasValue)
        let face = ControlAppearance.choose(hidden, size: .large, place: .terminal)
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
