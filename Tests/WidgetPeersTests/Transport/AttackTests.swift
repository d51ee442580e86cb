import Crypto
import NIOCore
import NIOSSL
import TTRPC
import Testing
import WidgetCore

@testable import WidgetPeers

/// Strangers on the port get nothing, at a bounded cost, and nobody else notices.
@Suite(.timeLimit(.minutes(10))) struct AttackTests {
    /// The request of a well-behaved client: whoever is let in is answered.
    private static var request: [UInt8] {
        let message: [UInt8] = [0x0A, 9] + Array("test.Peer".utf8) + [0x12, 4] + Array("Echo".utf8)
        return [0, 0, 0, UInt8(message.count), 0, 0, 0, 1, 1, 0] + message
    }

    /// Links on the daemon's own loop: a connection beyond them is moved to another one, and the limits count there as well.
    private static let daemonLoops = [PeerLimits().linksOnDaemonLoop, 0]

    private func heard(_ server: PeerNode, _ tls: TLSConfiguration) async throws -> Int? {
        let stranger = try await Stranger(port: server.port, tls: tls)
        stranger.send(Self.request)
        return await stranger.heardUntilClosed()
    }

    /// So that the others mean something: the same bytes, sent by a member, are answered.
    @Test func aMemberIsAnswered() async throws {
        let (server, member) = try await members()
        let stranger = try await Stranger(port: server.port, tls: Stranger.tls(member.identity))
        stranger.send(Self.request)
        await stranger.waitForBytes()
        stranger.channel.close(promise: nil)
        #expect(try #require(await stranger.heardUntilClosed()) > 10)
        await server.close()
    }

    @Test func withoutACertificate() async throws {
        let server = try await PeerNode()
        #expect(try await heard(server, Stranger.tls(nil)) == 0)
        // An open invitation is for whoever shows who it is.
        _ = try server.invite()
        #expect(try await heard(server, Stranger.tls(nil)) == 0)
        #expect(server.endpoint.links.all.isEmpty)
        await server.close()
    }

    @Test func withACertificateOfItsOwn() async throws {
        let server = try await PeerNode()
        #expect(try await heard(server, Stranger.tls(DeviceIdentity.make())) == 0)
        await server.close()
    }

    /// A member's certificate is no secret; its key is.
    @Test func withAMembersCertificateAndAnotherKey() async throws {
        let (server, member) = try await members()
        let tls = try Stranger.tls(member.identity) { $0.privateKey = .privateKey(NIOSSLPrivateKey(customPrivateKey: OtherKey())) }
        #expect(try await heard(server, tls) == 0)
        #expect(server.endpoint.links.all.isEmpty)
        await server.close()
    }

    /// Signs, but isn't the certificate's.
    private struct OtherKey: NIOSSLCustomPrivateKey, Hashable {
        private let key = P256.Signing.PrivateKey()
        var signatureAlgorithms: [SignatureAlgorithm] { [.ecdsaSecp256R1Sha256] }

        func sign(channel: any Channel, algorithm: SignatureAlgorithm, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
            channel.eventLoop.makeCompletedFuture { ByteBuffer(bytes: try key.signature(for: Array(data.readableBytesView)).derRepresentation) }
        }

        func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
            channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }

        static func == (a: OtherKey, b: OtherKey) -> Bool { a.key.rawRepresentation == b.key.rawRepresentation }
        func hash(into hasher: inout Hasher) { hasher.combine(key.rawRepresentation) }
    }

    /// Members, too, speak TLS 1.3 and our protocol or nothing.
    @Test func withAnOlderTLS() async throws {
        let (server, member) = try await members()
        #expect(try await heard(server, Stranger.tls(member.identity) { ($0.minimumTLSVersion, $0.maximumTLSVersion) = (.tlsv12, .tlsv12) }) == 0)
        await server.close()
    }

    @Test(arguments: [[], ["h2", "http/1.1"], ["widgetd/2"]])
    func withAnotherProtocol(names: [String]) async throws {
        let (server, member) = try await members()
        #expect(try await heard(server, Stranger.tls(member.identity) { $0.applicationProtocols = names }) == 0)
        #expect(server.endpoint.links.all.isEmpty)
        await server.close()
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}garbage", String(repeating: "A", count: 100_000)])
    func withoutTLS(text: String) async throws {
        let server = try await PeerNode()
        let stranger = try await Stranger(port: server.port)
        stranger.send(text.utf8)
        // No more than TLS's alert: seven bytes.
        #expect((0...7).contains(try #require(await stranger.heardUntilClosed())))
        await server.close()
    }

    /// A record that says it is long, and bytes for ever: closed when they are more than a handshake has.
    @Test(arguments: daemonLoops) func withAnEndlessHandshake(links: Int) async throws {
        var limits = PeerLimits()
        limits.linksOnDaemonLoop = links
        limits.handshakeTimeout = .hours(1)
        limits.handshakeBytes = 4 << 10
        let server = try await PeerNode(limits: limits)
        let stranger = try await Stranger(port: server.port)
        // A ClientHello of 16,000 bytes.
        stranger.send([0x16, 3, 1, 0x3E, 0x84, 1, 0, 0x3E, 0x80, 3, 3] + [UInt8](repeating: 0, count: 8_000))
        #expect((0...7).contains(try #require(await stranger.heardUntilClosed())))
        await server.close()
    }

    @Test(arguments: daemonLoops) func withoutAWord(links: Int) async throws {
        var limits = PeerLimits()
        limits.linksOnDaemonLoop = links
        limits.handshakeTimeout = .milliseconds(50)
        let server = try await PeerNode(limits: limits)
        let stranger = try await Stranger(port: server.port)
        #expect(await stranger.heardUntilClosed() == 0)
        await server.close()
    }

    /// A byte now and then doesn't prolong it.
    @Test func withAHandshakeThatTrickles() async throws {
        var limits = PeerLimits()
        limits.handshakeTimeout = .milliseconds(200)
        let server = try await PeerNode(limits: limits)
        let stranger = try await Stranger(port: server.port)
        let trickle = stranger.channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { _ in stranger.send([0x16]) }
        #expect(await stranger.heardUntilClosed() != nil)
        trickle.cancel()
        await server.close()
    }

    /// From one address no more than eight handshakes run; the rest is closed as it comes, and others still get in.
    @Test(arguments: daemonLoops) func withAThousandConnectionsAtOnce(links: Int) async throws {
        var limits = PeerLimits()
        limits.linksOnDaemonLoop = links
        limits.handshakeTimeout = .hours(1)
        let directory = try TemporaryDirectory()
        let server = try await PeerNode(listening: [.host("127.0.0.1", port: 0), .unix(path: "\(directory.path)/peers.sock")], limits: limits)
        let client = try await PeerNode.dialling()
        server.trust(client.identity.id)
        client.trust(server.identity.id)
        let strangers = try await withThrowingTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { try await Stranger(port: server.port) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var closed = 0
        await withTaskGroup { group in
            // The kernel may not have told the server of a connection that says nothing.
            for stranger in strangers {
                stranger.send([0x16])
                group.addTask { await stranger.heardUntilClosed() }
            }
            for await bytes in group {
                #expect(bytes == 0)
                closed += 1
                if closed == strangers.count - limits.handshakesPerSource { break }
            }
            let link = try? await client.dialer.connect(to: .unix(path: "\(directory.path)/peers.sock"), expecting: server.identity.id)
            let answer = try? await link?.client().call(service: "test.Peer", method: "Echo", timeout: .seconds(120))
            #expect(answer != nil)
            link?.close()
            for stranger in strangers { stranger.channel.close(promise: nil) }
        }
        #expect(closed >= strangers.count - limits.handshakesPerSource)
        await server.close()
    }

    /// Failures count to their address for a while: guessing certificates, or burning processor time, goes at that pace.
    @Test(arguments: daemonLoops) func withOneFailedHandshakeAfterAnother(links: Int) async throws {
        var limits = PeerLimits()
        limits.linksOnDaemonLoop = links
        limits.failedHandshakePenalty = .hours(1)
        let server = try await PeerNode(limits: limits)
        for _ in 0..<limits.handshakesPerSource {
            let stranger = try await Stranger(port: server.port)
            stranger.send([0])
            stranger.send([UInt8](repeating: 0, count: 64))
            _ = await stranger.heardUntilClosed()
        }
        let member = try await PeerNode.dialling()
        server.trust(member.identity.id)
        member.trust(server.identity.id)
        let error = await #expect(throws: WidgetError.self) { try await member.dialer.connect(to: server.address, expecting: server.identity.id) }
        #expect(error?.code == .unavailable)
        await server.close()
    }
}
