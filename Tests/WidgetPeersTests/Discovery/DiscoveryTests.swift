import BusTestSupport
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Systemd
import Testing
import WidgetCore

@testable import WidgetPeers

/// One device's discovery, with what it has told.
private final class Device {
    let id: DeviceID
    let discovery: PeerDiscovery
    let changes: AsyncStream<Void>
    private let found: AsyncStream<[DeviceID: [PeerAddress]]>

    init(_ number: UInt8, port: UInt16?, bus: BusAddress, members: Set<DeviceID> = [.numbered(1), .numbered(2)]) {
        id = .numbered(number)
        let (found, tell) = AsyncStream.makeStream(of: [DeviceID: [PeerAddress]].self)
        let (changes, networkChanged) = AsyncStream.makeStream(of: Void.self)
        self.found = found
        self.changes = changes
        discovery = .start(
            DiscoveryConfiguration(device: id, announcedPort: port, bus: bus), members: members, on: MultiThreadedEventLoopGroup.singleton.next(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, found: { tell.yield($0) }, networkChanged: { networkChanged.yield() })
    }

    /// Waits until what is found of a device is this.
    func finds(_ device: DeviceID, at addresses: Set<PeerAddress>) async {
        for await found in found where Set(found[device] ?? []) == addresses { return }
    }
}

/// With the real Avahi: two machines on one cable.
@Suite(
    .enabled(if: AvahiMachine.isPossible, "needs root, ip, unshare, dbus-daemon and avahi-daemon (Debian: iproute2, util-linux, dbus, avahi-daemon)"),
    .timeLimit(.minutes(10)))
struct LocalNetworkTests {
    private let one: AvahiMachine
    private let two: AvahiMachine

    init() throws {
        one = try AvahiMachine("one")
        two = try AvahiMachine("two")
        try AvahiMachine.connect(one, two)
        try one.startAvahi()
        try two.startAvahi()
    }

    private func addresses(_ machine: Int, port: Int) -> Set<PeerAddress> {
        [.host("10.77.0.\(machine)", port: port), .host("fd77::\(machine)", port: port)]
    }

    @Test("devices find each other, in both families, and one that goes is gone")
    func eachOther() async {
        let first = Device(1, port: 9434, bus: .address(one.bus.address))
        let second = Device(2, port: 9500, bus: .address(two.bus.address))
        await first.finds(second.id, at: addresses(2, port: 9500))
        await second.finds(first.id, at: addresses(1, port: 9434))
        await first.discovery.stop()
        await second.finds(first.id, at: [])
        await second.discovery.stop()
    }

    @Test("a device is found from when it is a member, and isn't any more when it is none")
    func members() async {
        let first = Device(1, port: 9434, bus: .address(one.bus.address))
        let second = Device(2, port: 9500, bus: .address(two.bus.address), members: [])
        second.discovery.setMembers([first.id])
        await second.finds(first.id, at: addresses(1, port: 9434))
        second.discovery.setMembers([])
        await second.finds(first.id, at: [])
        await first.discovery.stop()
        await second.discovery.stop()
    }

    @Test("an Avahi that was restarted is told everything anew, and so is one behind a bus that was")
    func restarts() async throws {
        let first = Device(1, port: 9434, bus: .address(one.bus.address))
        let second = Device(2, port: nil, bus: .address(two.bus.address))
        await second.finds(first.id, at: addresses(1, port: 9434))
        // Both, so that neither the announcement nor anyone's memory of it is left.
        try one.killAvahi()
        try two.killAvahi()
        await second.finds(first.id, at: [])
        try one.startAvahi()
        try two.startAvahi()
        await second.finds(first.id, at: addresses(1, port: 9434))

        two.bus.stop()
        await second.finds(first.id, at: [])
        try two.killAvahi()
        try two.bus.start()
        try two.startAvahi()
        await second.finds(first.id, at: addresses(1, port: 9434))
        await first.discovery.stop()
        await second.discovery.stop()
    }

    @Test("a name that is taken is no obstacle, on one machine and across the network")
    func collisions() async {
        let first = Device(1, port: 9434, bus: .address(one.bus.address))
        let sameMachine = Device(1, port: 9435, bus: .address(one.bus.address))
        let second = Device(2, port: nil, bus: .address(two.bus.address))
        await second.finds(first.id, at: addresses(1, port: 9434).union(addresses(1, port: 9435)))
        let copy = Device(1, port: 9436, bus: .address(two.bus.address))
        await second.finds(first.id, at: addresses(1, port: 9434).union(addresses(1, port: 9435)).union(addresses(2, port: 9436)))
        for device in [first, sameMachine, second, copy] { await device.discovery.stop() }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct PeerDiscoveryTests {
    @Test("without a bus it works without, and stops")
    func noBus() async {
        let device = Device(1, port: 9434, bus: .address("unix:path=/nonexistent/bus"))
        await device.discovery.stop()
    }

    @Test("the end of a sleep is noticed, also after the bus was restarted", .enabled(if: PrivateBus.daemon != nil, "needs dbus-daemon (Debian: dbus)"))
    func resume() async throws {
        let bus = try PrivateBus()
        let device = Device(1, port: nil, bus: .address(bus.address))
        for _ in 0..<2 {
            let login = try BusService("org.freedesktop.login1", at: bus.address)
            // When the match is in place isn't told: the machine resumes until it is noticed.
            let sleeper = Task {
                while !Task.isCancelled {
                    login.send("PrepareForSleep", false, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager")
                    try await Task.sleep(for: .milliseconds(1_500))
                }
            }
            for await _ in device.changes { break }
            sleeper.cancel()
            bus.stop()
            try bus.start()
        }
        await device.discovery.stop()
    }

    @Test("an address that holds on one link comes with the link's name; what is no number isn't taken")
    func scopes() {
        #expect(AvahiBrowser.host("fe80::1", interface: 1) == "fe80::1%lo")
        #expect(AvahiBrowser.host("fe80::1", interface: -1) == nil)
        #expect(AvahiBrowser.host("2001:db8::1", interface: 1) == "2001:db8::1")
        #expect(AvahiBrowser.host("192.0.2.1", interface: 1) == "192.0.2.1")
        #expect(AvahiBrowser.host("example.org", interface: 1) == nil)
    }

    @Test("the name and the TXT record name the device, and what doesn't isn't one")
    func names() {
        let device = DeviceID.numbered(7)
        #expect(PeerAnnouncement.name(of: device).utf8.count <= 63)
        #expect(PeerAnnouncement.device(ofName: PeerAnnouncement.name(of: device) + " #2") == device)
        #expect(PeerAnnouncement.device(ofName: "printer") == nil)
        #expect(PeerAnnouncement.device(ofText: PeerAnnouncement.text(of: device)) == device)
        #expect(PeerAnnouncement.device(ofText: .array(of: "ay", [.bytes(Array("v=1".utf8))])) == nil)
    }
}
