import Linux
import NIOCore
import NIOEmbedded
import Testing

@testable import WidgetPeers

@Suite struct HandshakeGateTests {
    private let loop = EmbeddedEventLoop()

    private func limits(_ total: Int, _ perSource: Int) -> PeerLimits {
        var limits = PeerLimits()
        (limits.handshakes, limits.handshakesPerSource) = (total, perSource)
        return limits
    }

    @Test func oneSourceDoesntTakeAllTheRoom() {
        let gate = HandshakeGate(limits: limits(4, 2))
        #expect(gate.enter(.network(1)) && gate.enter(.network(1)) && !gate.enter(.network(1)))
        #expect(gate.enter(.network(2)))
    }

    @Test func allTogetherAreBounded() {
        let gate = HandshakeGate(limits: limits(3, 2))
        #expect(gate.enter(.network(1)) && gate.enter(.network(2)) && gate.enter(.local))
        #expect(!gate.enter(.network(3)) && !gate.enter(.local))
    }

    @Test func whoIsKnownMakesRoomAtOnce() {
        let gate = HandshakeGate(limits: limits(4, 1))
        #expect(gate.enter(.network(1)))
        gate.leave(.network(1), hasFailed: false, on: loop)
        #expect(gate.enter(.network(1)))
        #expect(gate.running == 1)
    }

    @Test func whoFailedWaitsASecond() {
        let gate = HandshakeGate(limits: limits(4, 1))
        #expect(gate.enter(.network(1)))
        gate.leave(.network(1), hasFailed: true, on: loop)
        #expect(gate.running == 0 && !gate.enter(.network(1)))
        loop.advanceTime(by: .seconds(1))
        #expect(gate.enter(.network(1)))
    }

    @Test func sourcesAreCountedByWhatOneStrangerHas() throws {
        func source(_ address: String) throws -> SourceNetwork {
            try SocketAddress(ipAddress: address, port: 1).withSockAddr { address, _ in SourceNetwork(address) }
        }
        #expect(try source("192.0.2.1") != source("192.0.2.2"))
        #expect(try source("2001:db8::1") == source("2001:db8::ffff:2"), "one network")
        #expect(try source("2001:db8:0:1::1") != source("2001:db8:0:2::1"))
        #expect(try source("::ffff:192.0.2.1") == source("192.0.2.1"))
        #expect(try source("::ffff:192.0.2.1") != source("::ffff:192.0.2.2"))
        #expect(try SocketAddress(unixDomainSocketPath: "/x").withSockAddr { address, _ in SourceNetwork(address) } == .local)
    }
}
