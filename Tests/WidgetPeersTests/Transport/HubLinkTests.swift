import Logging
import NIOCore
import NIOPosix
import Synchronization
import TTRPC
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetPeers

/// A leaf's link to its hubs.
@Suite(.timeLimit(.minutes(5))) struct HubLinkTests {
    /// A hub that names these hubs, and says who was revoked.
    private final class Hub: Sendable {
        let identity: DeviceIdentity
        let name: String
        private let listener: PeerListener
        private let box: Box

        private final class Box: Sendable { let response = Mutex(ProtoHubsResponse()) }

        init(_ name: String, leaf: DeviceID) async throws {
            let identity = try DeviceIdentity.make()
            let logger = Logger(label: "hub") { _ in SwiftLogNoOpLogHandler() }
            let endpoint = try PeerEndpoint(
                identity: identity, trust: TrustPolicy { $0 == leaf ? .leaf : .refused }, group: PeerNode.group, logger: logger)
            let answer = Box()
            let leaves = ServiceDefinition(
                name: "widgetd.v1.Leaves",
                methods: [
                    MethodDefinition(name: "Hubs", right: .read, handler: .immediate { _, _ in try answer.response.withLock { try $0.serializedBytes() } })
                ])
            let services = try await PeerServices(
                members: ServerConfiguration(services: [], authorize: { _, _ in .allowed }, logger: logger),
                leaves: ServerConfiguration(services: [leaves], authorize: { _, _ in .allowed }, logger: logger),
                candidates: ServerConfiguration(services: [], authorize: { _, _ in .allowed }, logger: logger), group: PeerNode.group)
            (self.identity, self.name, self.box) = (identity, name, answer)
            listener = try await PeerListener.start(on: [.host("127.0.0.1", port: 0)], endpoint: endpoint) { try services.serve($0) }
        }

        var device: PairedDevice { PairedDevice(id: identity.id, name: name, addresses: listener.addresses, added: PeerNode.start) }

        func name(_ hubs: [Hub], revoked: [Hub] = []) {
            box.response.withLock { response in
                response = ProtoHubsResponse(hubs.map(\.device))
                response.revoked = revoked.map { .init($0.identity.id.bytes) }
            }
        }

        func close() async { await listener.close() }
    }

    /// Notes the hubs that are reached.
    private actor Observer: HubLink.Observer {
        private(set) var reached: [String] = []
        private var waiting: (name: String, continuation: CheckedContinuation<Void, Never>)?

        func connected(_ connection: HubLink.Connection) {
            reached.append(connection.hub.name)
            guard let name = waiting?.name, name.isEmpty || name == connection.hub.name else { return }
            waiting?.continuation.resume()
            waiting = nil
        }

        func disconnected(_ error: WidgetError) {}
        func hubsChanged(_ hubs: [PairedDevice]) {}

        /// The hub that is reached first.
        func first() async -> String {
            if reached.isEmpty { await withCheckedContinuation { waiting = ("", $0) } }
            return reached[0]
        }

        func wait(for name: String) async {
            if reached.contains(name) { return }
            await withCheckedContinuation { waiting = (name, $0) }
        }
    }

    /// Time that passes 10,000 times as fast.
    private struct FastClock: Clock {
        private let clock = ContinuousClock()
        var now: ContinuousClock.Instant { clock.now }
        var minimumResolution: Duration { clock.minimumResolution }
        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try await clock.sleep(until: clock.now.advanced(by: clock.now.duration(to: deadline) / 10_000), tolerance: tolerance)
        }
    }

    @Test("A leaf leaves a hub that another one calls revoked, and goes to that one; until then it stays")
    func revoked() async throws {
        let identity = try DeviceIdentity.make()
        let hubs = [try await Hub("one", leaf: identity.id), try await Hub("other", leaf: identity.id)]
        for hub in hubs { hub.name(hubs) }
        let logger = Logger(label: "leaf") { _ in SwiftLogNoOpLogHandler() }
        let trusted = Set(hubs.map(\.identity.id))
        let endpoint = try PeerEndpoint(
            identity: identity, trust: TrustPolicy { trusted.contains($0) ? .member : .refused }, group: PeerNode.group, logger: logger)
        let link = HubLink(hubs: hubs.map(\.device), endpoint: endpoint, clock: FastClock(), logger: logger)
        let observer = Observer()
        let running = Task { await link.run(observer) }
        // Which one it takes first follows from the ids.
        let first = await observer.first()
        let (stolen, good) = first == "one" ? (hubs[0], hubs[1]) : (hubs[1], hubs[0])
        #expect(await observer.reached == [first])
        // It goes on to name itself.
        good.name([good], revoked: [stolen])
        await observer.wait(for: good.device.name)
        #expect(link.hubs.map(\.name) == [good.device.name])
        running.cancel()
        await running.value
        await stolen.close()
        await good.close()
    }
}
