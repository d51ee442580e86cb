import BusTestSupport
import Systemd
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The bundled `power-saver`, with a stand-in of power-profiles-daemon's on a bus of the test's own.
@Suite(
    .timeLimit(.minutes(10)), .enabled(if: PrivateBus.daemon != nil && MockService.isInstalled, "dbus-daemon or python3-dbusmock isn't installed"))
struct PowerProfileTests {
    private static let service = "net.hadess.PowerProfiles"

    @Test func theToggleSwitchesTheProfileAndSaysWhereThereIsNoService() async throws {
        let bus = try PrivateBus()
        let daemon = try DaemonFixture()
        try daemon.directory.write(
            "providers/power.json",
            """
            {"format":1,"id":"power","protocol":"rpc","exec":["\(Programs.path("widgetd-providers"))","power"],"deadline_seconds":120,
             "environment":{"DBUS_SYSTEM_BUS_ADDRESS":"\(bus.address)"}}
            """)
        try daemon.start()
        let id = try daemon.addControl("power-saver", needsValue: false)
        let alone = try daemon.wait(control: id) { !$0.loadError.isEmpty }
        #expect(alone.loadError.contains("power-profiles-daemon isn't on the system bus") && !alone.hasValue)

        let client = try Bus(.address(bus.address))
        let mock = try MockService("power_profiles_daemon", bus.address, parameters: #"{"ActiveProfile": "performance"}"#)
        defer { withExtendedLifetime(mock) {} }
        let (owners, owned) = AsyncStream.makeStream(of: Void.self)
        let watch = try await client.watchOwner(of: Self.service) { if $0 != nil { owned.yield() } }
        for await _ in owners { break }
        watch.cancel()
        _ = try daemon.client().reload(.with { $0.control = id })
        let before = try daemon.wait(control: id) { $0.hasValue }
        #expect(before.value.hasIsOn && !before.value.isOn && before.value.status == "performance")

        for (key, isOn, profile) in [("a", true, "power-saver"), ("b", false, "balanced")] {
            _ = try daemon.press(id, isOn: isOn, key: key)
            #expect(try daemon.end(of: key, control: id).outcome == .confirmed)
            let active = try await client.call(.property("ActiveProfile", of: Self.service, at: "/net/hadess/PowerProfiles", of: Self.service))
            #expect(active.first?.string == profile)
            #expect(try daemon.client().control(id).value.status == profile)
        }
    }
}
