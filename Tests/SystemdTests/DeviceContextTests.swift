import BusTestSupport
import Foundation
import Linux
import Systemd
import Testing

@Suite("What the machine says of its networks, its session and its displays", .timeLimit(.minutes(10)))
struct DeviceContextTests {
    private static let condition: ConditionTrait = .enabled(
        if: PrivateBus.daemon != nil && MockService.isInstalled, "dbus-daemon or python3-dbusmock isn't installed")

    @Test("NetworkManager's active connections by name, and whether they are metered, whenever that changes", condition)
    func networks() async throws {
        let daemon = try PrivateBus()
        let bus = try Bus(.address(daemon.address))
        let (events, told) = AsyncStream.makeStream(of: NetworkSignals.Networks?.self)
        let following = Task { try await NetworkSignals.follow(on: bus) { told.yield($0) } }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .some(.none), "none runs yet")
        let mock = try MockService("networkmanager", daemon.address)
        while let state = await iterator.next(), state?.names != [] {}

        let manager = "/org/freedesktop/NetworkManager"
        func call(_ path: String, _ method: String, _ arguments: BusValue...) async throws -> [BusValue] {
            try await bus.call(BusCall("org.freedesktop.NetworkManager", path, "org.freedesktop.DBus.Mock", method, arguments))
        }
        let connection = "/org/freedesktop/NetworkManager/ActiveConnection/7"
        _ = try await call(
            manager, "AddObject", .string(connection), .string("org.freedesktop.NetworkManager.Connection.Active"),
            .options(["Id": .string("Büro"), "State": .uint32(1)]), .array(of: "(ssss)", []))
        _ = try await call(manager, "AddProperty", .string("org.freedesktop.NetworkManager"), .string("Metered"), .variant(.uint32(0)))
        _ = try await call(
            manager, "UpdateProperties", .string("org.freedesktop.NetworkManager"),
            .options(["ActiveConnections": .array(of: "o", [.path(connection)]), "Metered": .uint32(3)]))
        while let state = await iterator.next(), state != .some(.init(names: [], isMetered: true)) {}
        // Connecting became connected.
        _ = try await call(
            connection, "UpdateProperties", .string("org.freedesktop.NetworkManager.Connection.Active"), .options(["State": .uint32(2)]))
        while let state = await iterator.next(), state != .some(.init(names: ["Büro"], isMetered: true)) {}
        _ = try await call(
            manager, "UpdateProperties", .string("org.freedesktop.NetworkManager"),
            .options(["ActiveConnections": .array(of: "o", []), "Metered": .uint32(0)]))
        while let state = await iterator.next(), state != .some(.init(names: [], isMetered: nil)) {}
        following.cancel()
        withExtendedLifetime(mock) {}
    }

    @Test("logind's word on the user's sessions: locked when all at a seat are, unknown without any", condition)
    func locked() async throws {
        let daemon = try PrivateBus()
        let bus = try Bus(.address(daemon.address))
        let mock = try MockService("logind", daemon.address)
        let (owners, owned) = AsyncStream.makeStream(of: Void.self)
        let watch = try await bus.watchOwner(of: "org.freedesktop.login1") { if $0 != nil { owned.yield() } }
        var isThere = owners.makeAsyncIterator()
        await isThere.next()
        func add(_ id: String, uid: UInt32) async throws {
            _ = try await bus.call(
                BusCall(
                    "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "AddSession",
                    [.string(id), .string("seat0"), .uint32(uid), .string("person"), .bool(true)]))
        }
        func lock(_ id: String, _ isLocked: Bool) async throws {
            _ = try await bus.call(
                BusCall(
                    "org.freedesktop.login1", "/org/freedesktop/login1/session/\(id)", "org.freedesktop.login1.Session", "SetLockedHint", [.bool(isLocked)]))
        }
        try await add("other", uid: 2_000)
        let (events, told) = AsyncStream.makeStream(of: Bool?.self)
        let following = Task { try await LockSignals.follow(on: bus, uid: 1_000) { told.yield($0) } }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .some(.none), "the session of somebody else says nothing")
        try await add("a", uid: 1_000)
        try await lock("a", true)
        while let value = await iterator.next(), value != true {}
        try await add("b", uid: 1_000)
        try await lock("b", true)
        try await lock("b", false)
        while let value = await iterator.next(), value != false {}
        try await lock("b", true)
        while let value = await iterator.next(), value != true {}
        following.cancel()
        withExtendedLifetime((mock, watch)) {}
    }

    @Test(
        "The kernel's word on displays: one that is connected and not built in; no connector says nothing",
        arguments: [
            ([("card1-eDP-1", "connected"), ("card1-HDMI-A-1", "disconnected")], Bool?.some(false)),
            ([("card1-eDP-1", "connected"), ("card1-HDMI-A-1", "connected")], true), ([("card0-DP-2", "connected")], true),
            ([("card0-LVDS-1", "connected")], false), ([("card0", "connected"), ("version", "connected")], nil), ([], nil),
        ] as [([(String, String)], Bool?)])
    func displays(_ connectors: [(String, String)], _ expected: Bool?) throws {
        let directory = NSTemporaryDirectory() + "widgetd-displays-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (name, status) in connectors {
            try FileManager.default.createDirectory(atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
            try (status + "\n").write(toFile: "\(directory)/\(name)/status", atomically: false, encoding: .utf8)
        }
        #expect(Displays.isAttached(directory) == expected)
        #expect(Displays.isAttached(directory + "/none") == nil)
    }
}
