import NIOCore
import Synchronization
import TTRPC
import TTRPCWire
import Testing
import WidgetCore

@testable import WidgetPeers

/// The peers that get through a handshake, and for how long.
@Suite(.timeLimit(.minutes(10))) struct TrustTests {
    @Test func membersTalk() async throws {
        let (server, client) = try await members()
        #expect(try await client.echo(server) == client.identity.id.short + "hello")
        await server.close()
    }

    @Test func aStrangerIsRefusedInTheHandshake() async throws {
        let (server, stranger) = (try await PeerNode(), try await PeerNode.dialling())
        stranger.trust(server.identity.id)
        let link = try await stranger.dialer.connect(to: server.address, expecting: server.identity.id)
        let end = try await link.waitForEnd()
        #expect(end?.code == .permissionDenied)
        #expect(server.endpoint.links.all.isEmpty)
        await server.close()
    }

    @Test func aRevokedDeviceIsRefusedAlsoWhileAnInvitationIsOpen() async throws {
        let (server, client) = try await members()
        let code = try server.invite()
        server.revoke(client.identity.id)
        let error = await #expect(throws: WidgetError.self) { try await client.join(code) }
        #expect(error?.code == .permissionDenied)
        await server.close()
    }

    /// Its link ends with the revocation, in the middle of whatever it does.
    @Test func aRevokedDevicesLinkIsCut() async throws {
        let (server, client) = try await members()
        let link = try await client.dialer.connect(to: server.address, expecting: server.identity.id)
        let ttrpc = try await link.client()
        _ = try await ttrpc.call(service: "test.Peer", method: "Echo", timeout: .seconds(120))
        server.revoke(client.identity.id)
        _ = try await link.waitForEnd()
        await #expect(throws: RPCStatus.self) { try await ttrpc.call(service: "test.Peer", method: "Echo", timeout: .seconds(120)) }
        await #expect(throws: (any Error).self) { try await client.echo(server) }
        await server.close()
    }

    /// A revocation between the handshake's question and the link's beginning isn't missed.
    @Test func aDeviceThatIsRevokedDuringItsHandshakeIsRefused() async throws {
        let client = try await PeerNode.dialling()
        let asked = Mutex(0)
        let trust = TrustPolicy { _ in
            asked.withLock { asked in
                asked += 1
                return asked == 1 ? .member : .refused
            }
        }
        let identity = try DeviceIdentity.make()
        let endpoint = try PeerEndpoint(identity: identity, trust: trust, group: PeerNode.group, logger: client.endpoint.logger)
        let served = Mutex(false)
        let listener = try await PeerListener.start(on: [.host("127.0.0.1", port: 0)], endpoint: endpoint) { _ in served.withLock { $0 = true } }
        client.trust(identity.id)
        let link = try await client.dialer.connect(to: listener.addresses[0], expecting: identity.id)
        _ = try await link.waitForEnd()
        #expect(!served.withLock { $0 })
        await listener.close()
    }

    @Test func aRevocationLeavesOthersAlone() async throws {
        let (server, client) = try await members()
        let other = try await PeerNode.dialling()
        server.trust(other.identity.id)
        other.trust(server.identity.id)
        server.revoke(client.identity.id)
        #expect(try await other.echo(server) == other.identity.id.short + "hello")
        await server.close()
    }

    @Test func anotherDeviceAtTheAddressIsNamed() async throws {
        let (server, client) = try await members()
        let expected = try DeviceIdentity.make().id
        client.trust(expected)
        let error = await #expect(throws: WidgetError.self) { try await client.dialer.connect(to: server.address, expecting: expected) }
        #expect(error?.code == .unauthenticated)
        #expect(error?.message.contains("is \(server.identity.id), not \(expected)") == true)
        await server.close()
    }

    /// The dialler keeps to its own revocations, too.
    @Test func aDeviceThatIsntTrustedHereIsntTalkedTo() async throws {
        let (server, client) = try await members()
        client.revoke(server.identity.id)
        let error = await #expect(throws: WidgetError.self) { try await client.echo(server) }
        #expect(error?.code == .permissionDenied)
        await server.close()
    }

    @Test func nothingAtTheAddressIsUnavailable() async throws {
        let client = try await PeerNode.dialling()
        let error = await #expect(throws: WidgetError.self) {
            try await client.dialer.connect(to: .unix(path: "/nowhere/peers.sock"), expecting: try DeviceIdentity.make().id, for: .joining)
        }
        #expect(error?.code == .unavailable)
    }

    @Test func aCandidateCantCallWhatMembersCan() async throws {
        let (server, stranger) = (try await PeerNode(), try await PeerNode.dialling())
        _ = try server.invite()
        let link = try await stranger.dialer.connect(to: server.address, expecting: server.identity.id, for: .joining)
        let client = try await link.client()
        let status = await #expect(throws: RPCStatus.self) { try await client.call(service: "test.Peer", method: "Echo", timeout: .seconds(120)) }
        #expect(status?.code == .unimplemented)
        link.close()
        await server.close()
    }

    /// A peer that stays a candidate is sent away, also after a call.
    @Test func aCandidatesLinkEnds() async throws {
        var limits = PeerLimits()
        limits.candidateLifetime = .milliseconds(300)
        let (server, stranger) = (try await PeerNode(limits: limits), try await PeerNode.dialling())
        _ = try server.invite()
        let link = try await stranger.dialer.connect(to: server.address, expecting: server.identity.id, for: .joining)
        _ = try? await link.client().call(service: "test.Peer", method: "Echo", timeout: .seconds(120))
        _ = try await link.waitForEnd()
        await server.close()
    }

    /// A machine whose network changed leaves dead links behind: its new one must not be refused for them.
    @Test func ofAMemberWithManyLinksTheOldestIsCut() async throws {
        let (server, client) = try await members()
        var links: [PeerLink] = []
        for _ in 0...server.endpoint.limits.linksPerDevice {
            let link = try await client.dialer.connect(to: server.address, expecting: server.identity.id)
            _ = try await link.client().call(service: "test.Peer", method: "Echo", timeout: .seconds(120))
            links.append(link)
        }
        _ = try await links[0].waitForEnd()
        let others = links.dropFirst().map(\.channel.isActive)
        #expect(!others.contains(false))
        #expect(server.endpoint.links.all.count == server.endpoint.limits.linksPerDevice)
        for link in links { link.close() }
        await server.close()
    }

    @Test func localRulesDontKnowADevice() throws {
        let device = try DeviceIdentity.make().id
        let peer = PeerIdentity.remote(name: device.description)
        #expect(peer.uid == .max && peer.gid == .max && peer.groups.isEmpty)
        #expect(PeerLink.device(of: peer) == device)
        #expect(PeerLink.device(of: PeerIdentity(pid: 1, uid: 0, gid: 0, groups: [])) == nil)
    }
}
