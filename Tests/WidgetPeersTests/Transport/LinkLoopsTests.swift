import TTRPC
import Testing
import WidgetCore

@testable import WidgetPeers

/// Links beyond the first ones are served on other event loops, and nobody notices.
@Suite struct LinkLoopsTests {
    private static func members(first: Int) async throws -> (PeerNode, PeerNode) {
        var limits = PeerLimits()
        limits.linksOnDaemonLoop = first
        return try await WidgetPeersTests.members(limits: limits)
    }

    private func isOnDaemonLoop(_ link: PeerLink) -> Bool { PeerNode.group.makeIterator().contains { $0 === link.channel.eventLoop } }

    @Test func onlyLinksBeyondTheFirstLeaveTheDaemonsLoop() async throws {
        let (server, client) = try await Self.members(first: 1)
        for _ in 0..<3 {
            let link = try await client.dialer.connect(to: server.address, expecting: server.identity.id)
            let answer = try await link.client().call(service: "test.Peer", method: "Echo", timeout: .seconds(120))
            #expect(String(buffer: answer) == client.identity.id.short)
        }
        #expect(server.endpoint.links.all.map(isOnDaemonLoop) == [true, false, false])
        await server.close()
    }

    @Test func aLinkThatWasMovedKeepsItsPeersAddress() async throws {
        let (server, client) = try await Self.members(first: 0)
        _ = try await client.dialer.connect(to: server.address, expecting: server.identity.id).client().call(
            service: "test.Peer", method: "Echo", timeout: .seconds(120))
        #expect(server.endpoint.links.all.first?.remoteAddress.hasPrefix("127.0.0.1:") == true)
        await server.close()
    }

    @Test func aRevokedDevicesLinkIsCutWhereverItIs() async throws {
        let (server, client) = try await Self.members(first: 0)
        let link = try await client.dialer.connect(to: server.address, expecting: server.identity.id)
        _ = try await link.client().call(service: "test.Peer", method: "Echo", timeout: .seconds(120))
        server.revoke(client.identity.id)
        _ = try await link.waitForEnd()
        await server.close()
    }
}
