import BusTestSupport
import Foundation
import Linux
import Systemd
import Testing

@Suite("Where the machine's power comes from", .timeLimit(.minutes(10)))
struct PowerTests {
    @Test(
        "UPower's word is told when it comes, and whenever it changes",
        .enabled(if: PrivateBus.daemon != nil && MockService.isInstalled, "dbus-daemon or python3-dbusmock isn't installed"))
    func upower() async throws {
        let daemon = try PrivateBus()
        let bus = try Bus(.address(daemon.address))
        let (events, told) = AsyncStream.makeStream(of: Bool.self)
        let following = Task { try await PowerSignals.follow(on: bus) { told.yield($0) } }
        let mock = try MockService("upower", daemon.address, parameters: #"{"OnBattery": true}"#)
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == true)
        for isOnBattery in [false, true] {
            _ = try await bus.call(
                BusCall(
                    "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.DBus.Properties", "Set",
                    [.string("org.freedesktop.UPower"), .string("OnBattery"), .variant(.bool(isOnBattery))]))
            // It may be told once more as it is when the mock has just come.
            while let value = await iterator.next(), value != isOnBattery {}
        }
        following.cancel()
        withExtendedLifetime(mock) {}
    }

    @Test("a bus that breaks comes back, one that was never there isn't waited for", .enabled(if: PrivateBus.daemon != nil, "dbus-daemon isn't installed"))
    func keeping() async throws {
        await #expect(throws: BusError.self) {
            try await Bus.keep(.address("unix:path=/nonexistent/bus"), sleep: { _ in }, lost: { _ in }, use: { _ in })
        }
        let daemon = try PrivateBus()
        let (uses, used) = AsyncStream.makeStream(of: Void.self)
        let address = daemon.address
        let keeping = Task {
            try await Bus.keep(
                .address(address), sleep: { _ in await Task.yield() }, lost: { _ in },
                use: { bus in
                    _ = try await bus.owner(of: "org.example.Nobody")
                    used.yield()
                    await Task.untilCancelled()
                })
        }
        var iterator = uses.makeAsyncIterator()
        await iterator.next()
        daemon.stop()
        try daemon.start()
        await iterator.next()
        keeping.cancel()
        try await keeping.value
    }

    @Test(
        "The kernel's word: mains that is online goes before a battery that drains; a mouse's battery says nothing",
        arguments: [
            ([("AC", "type", "Mains"), ("AC", "online", "1"), ("BAT0", "type", "Battery"), ("BAT0", "status", "Discharging")], Bool?.some(false)),
            ([("AC", "type", "Mains"), ("AC", "online", "0"), ("BAT0", "type", "Battery"), ("BAT0", "status", "Discharging")], true),
            ([("AC", "type", "Mains"), ("AC", "online", "0"), ("BAT0", "type", "Battery"), ("BAT0", "status", "Full")], nil),
            ([("mouse", "type", "Battery"), ("mouse", "scope", "Device"), ("mouse", "status", "Discharging")], nil),
            ([], nil),
        ] as [([(String, String, String)], Bool?)])
    func kernel(_ files: [(String, String, String)], _ expected: Bool?) throws {
        let directory = NSTemporaryDirectory() + "widgetd-power-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (supply, file, value) in files {
            try FileManager.default.createDirectory(atPath: "\(directory)/\(supply)", withIntermediateDirectories: true)
            try (value + "\n").write(toFile: "\(directory)/\(supply)/\(file)", atomically: false, encoding: .utf8)
        }
        #expect(PowerSupply.isOnBattery(directory) == expected)
    }
}
