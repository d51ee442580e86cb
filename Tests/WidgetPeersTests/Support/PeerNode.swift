import Logging
import NIOCore
import NIOPosix
import Synchronization
import TTRPC
import WidgetCore

@testable import WidgetPeers

/// As much of a daemon as pairs: an identity, members, invitations, a listener and a dialer.
final class PeerNode: Sendable {
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)

    let identity: DeviceIdentity
    let endpoint: PeerEndpoint
    let invitations: InvitationService
    let listener: PeerListener?
    private let services: PeerServices
    private let book: Book

    /// The trusted devices, and the time.
    final class Book: Sendable {
        struct State {
            var members: Set<DeviceID> = []
            var revoked: Set<DeviceID> = []
            var admitted: [PairingService.JoiningDevice] = []
            var admissionFailures = 0
            var now = PeerNode.start
        }
        let state = Mutex(State())
    }

    static let start = Timestamp(milliseconds: 1_800_000_000_000)

    init(name: String = "desk", listening addresses: [PeerAddress] = [.host("127.0.0.1", port: 0)], limits: PeerLimits = PeerLimits()) async throws {
        let book = Book()
        let identity = try DeviceIdentity.make()
        let invitations = InvitationService(of: identity.id, now: { book.state.withLock { $0.now } })
        let trust = TrustPolicy(
            invitations: invitations, role: { device in book.state.withLock { $0.members.contains(device) } ? .member : nil },
            isRevoked: { device in book.state.withLock { $0.revoked.contains(device) } })
        var logger = Logger(label: "peers")
        logger.logLevel = .critical
        let endpoint = try PeerEndpoint(identity: identity, trust: trust, limits: limits, group: Self.group, logger: logger)
        let pairing = PairingService(invitations: invitations, links: endpoint.links, logger: logger) { newcomer in
            try book.state.withLock { state in
                if state.admissionFailures > 0 {
                    state.admissionFailures -= 1
                    throw WidgetError(.unavailable, "the disk is full")
                }
                state.members.insert(newcomer.id)
                state.admitted.append(newcomer)
            }
            let inviter = PairedDevice(id: identity.id, name: name, addresses: [.host("desk.local", port: 9434)], added: Self.start)
            return .init(inviter: inviter, members: [])
        }
        // Stands for the peer protocol.
        let echo = ServiceDefinition(
            name: "test.Peer",
            methods: [
                MethodDefinition(
                    name: "Echo", right: .manage,
                    handler: .immediate { context, payload in
                        Array((PeerLink.device(of: context.peer)?.short ?? "nobody").utf8) + Array(payload.readableBytesView)
                    })
            ])
        let services = try await PeerServices(
            members: ServerConfiguration(
                services: [echo, pairing.definition], authorize: { $0.remoteName != nil ? .allowed : .denied(AccessDenial($1, uid: $0.uid, has: nil)) },
                logger: logger),
            leaves: ServerConfiguration(services: [pairing.definition], authorize: { _, _ in .allowed }, logger: logger),
            candidates: ServerConfiguration(
                services: [pairing.definition], authorize: { $0.remoteName != nil ? .allowed : .denied(AccessDenial($1, uid: $0.uid, has: nil)) },
                limits: PeerServices.candidateLimits, logger: logger),
            group: Self.group)
        self.identity = identity
        self.invitations = invitations
        self.endpoint = endpoint
        self.services = services
        self.book = book
        listener = addresses.isEmpty ? nil : try await PeerListener.start(on: addresses, endpoint: endpoint) { try services.serve($0) }
    }

    /// A node that only dials.
    static func dialling(limits: PeerLimits = PeerLimits()) async throws -> PeerNode { try await PeerNode(name: "lap", listening: [], limits: limits) }

    var address: PeerAddress { listener?.addresses.first ?? .unix(path: "/nowhere") }
    var port: Int { if case .host(_, let port) = address { port } else { 0 } }
    var dialer: PeerDialer { PeerDialer(endpoint: endpoint) }
    var admitted: [PairingService.JoiningDevice] { book.state.withLock { $0.admitted } }

    func trust(_ device: DeviceID) { book.state.withLock { _ = $0.members.insert(device) } }
    func failAdmissions(_ count: Int) { book.state.withLock { $0.admissionFailures = count } }
    func advance(milliseconds: Int64) { book.state.withLock { $0.now = $0.now + Milliseconds(milliseconds) } }

    /// As the daemon does: first it trusts no more, then it cuts.
    func revoke(_ device: DeviceID) {
        book.state.withLock { _ = $0.revoked.insert(device) }
        endpoint.links.cut(device)
    }

    func invite() throws -> InvitationCode { try invitations.invite(at: [address]) }

    func join(_ code: InvitationCode) async throws(WidgetError) -> PairedDevice {
        let answer = try await PairingClient(endpoint: endpoint).join(code, as: "lap", addresses: [.host("lap.local", port: 9434)], now: Self.start)
        trust(answer.inviter.id)
        return answer.inviter
    }

    /// A call that only members may make.
    func echo(_ node: PeerNode, _ text: String = "hello") async throws -> String {
        let link = try await dialer.connect(to: node.address, expecting: node.identity.id)
        defer { link.close() }
        let client = try await link.client()
        let reply = try await client.call(service: "test.Peer", method: "Echo", payload: Array(text.utf8), timeout: .seconds(120))
        return String(buffer: reply)
    }

    func close() async {
        await listener?.close()
        await services.drain(deadline: .now())
        endpoint.links.cut { _ in true }
    }
}

extension PeerLink {
    /// Waits until the link has ended, half a minute at most.
    func waitForEnd() async throws -> WidgetError? {
        let patience = channel.eventLoop.scheduleTask(in: .seconds(120)) { self.cut() }
        let end = try await ended.get()
        patience.cancel()
        guard await (try? patience.futureResult.get()) == nil else { throw WidgetError(.deadlineExceeded, "the link didn't end") }
        return end
    }
}

/// Two nodes that trust each other.
func members(limits: PeerLimits = PeerLimits()) async throws -> (PeerNode, PeerNode) {
    let (server, client) = (try await PeerNode(limits: limits), try await PeerNode.dialling())
    server.trust(client.identity.id)
    client.trust(server.identity.id)
    return (server, client)
}
