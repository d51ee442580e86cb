import TTRPC
import TTRPCWire
import Testing

@Suite("Frames against the protocol are answered and cost at most their connection", .timeLimit(.minutes(5)))
struct ProtocolTests {
    /// Sends bytes, expects a failure on a stream, and that the connection lives on.
    private func expectRefusal(
        of bytes: [UInt8], on id: UInt32, _ code: StatusCode = .invalidArgument, mentions text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await TestServer.run { server in
            let (refusal, lives) = try await server.withPeer { peer in
                try peer.send(bytes)
                return (try peer.failure(), try peer.echoes(101))
            }
            #expect(refusal.id == id && refusal.status.code == code, sourceLocation: sourceLocation)
            #expect(refusal.status.message.contains(text), "\(refusal.status)", sourceLocation: sourceLocation)
            #expect(lives, sourceLocation: sourceLocation)
        }
    }

    @Test("an even stream id")
    func even() async throws {
        try await expectRefusal(of: request(2, "Echo"), on: 2, mentions: "even")
    }

    @Test("an unknown frame type")
    func unknownType() async throws {
        try await expectRefusal(of: frame(FrameType(rawValue: 77), 1, [1, 2]), on: 1, mentions: "type 77")
    }

    @Test("a response from a client")
    func response() async throws {
        try await expectRefusal(of: frame(.response, 1), on: 1, mentions: "Response")
    }

    @Test("a malformed envelope, with the field")
    func envelope() async throws {
        try await expectRefusal(of: frame(.request, 1, [0x0a, 9, 1]), on: 1, mentions: "service")
    }

    @Test("Data on a stream that was never opened")
    func dataNowhere() async throws {
        try await expectRefusal(of: frame(.data, 5, [1]), on: 5, mentions: "never opened")
    }

    @Test("Data on a running unary call ends that call")
    func dataOnUnary() async throws {
        try await expectRefusal(of: request(1, "UntilCancelled") + frame(.data, 1, [1]), on: 1, mentions: "unary")
    }

    @Test("flags that say both that more comes and that nothing does")
    func bothFlags() async throws {
        try await expectRefusal(of: request(1, "Chat", flags: [.remoteOpen, .remoteClosed]), on: 1, mentions: "flags 3")
    }

    @Test("Data that says it carries nothing and carries something")
    func noDataWithData() async throws {
        try await expectRefusal(of: request(1, "Chat", flags: .remoteOpen) + frame(.data, 1, flags: .noData, [1]), on: 1, mentions: "no data")
    }

    @Test("Data after the client closed its side")
    func dataAfterClose() async throws {
        let idle = request(1, "Gated") + request(3, "Endless", flags: .remoteClosed)
        try await TestServer.run { server in
            let status = try await server.withPeer { peer in
                try peer.send(idle + frame(.data, 3, [1]))
                while let (header, data) = try peer.receive() {
                    if header.type == .response { return try data.withUnsafeBytes { try ResponseEnvelope($0) } }
                }
                return .success([])
            }
            guard case .failure(let failure) = status else { throw RPCStatus(.internal, "no failure") }
            #expect(failure.code == .invalidArgument)
            await server.service.probe.wait(for: "closed")
        }
    }

    @Test("a stream id used before, or a falling one")
    func reused() async throws {
        try await TestServer.run { server in
            let codes = try await server.withPeer { peer in
                try peer.send(request(7, "Echo") + request(7, "Echo") + request(3, "Echo"))
                _ = try peer.response()
                return [try peer.failure(), try peer.failure()].map { [$0.id, UInt32($0.status.code.rawValue)] }
            }
            #expect(codes == [[7, 3], [3, 3]])
        }
    }

    @Test("a used id ends the stream that it belongs to, once")
    func reusedWhileOpen() async throws {
        try await TestServer.run { server in
            let lives = try await server.withPeer { peer in
                try peer.send(request(1, "UntilCancelled") + request(1, "Echo"))
                guard try peer.failure().id == 1 else { return false }
                return try peer.echoes(3)
            }
            #expect(lives)
            await server.service.probe.wait(for: "cancelled")
        }
    }

    @Test("Data for a call that was just answered is no error: it crossed with the answer")
    func crossing() async throws {
        try await TestServer.run { server in
            let lives = try await server.withPeer { peer in
                try peer.send(request(1, "Echo") + frame(.data, 1, flags: [.remoteClosed, .noData]))
                _ = try peer.response()
                return try peer.echoes(3)
            }
            #expect(lives)
        }
    }

    @Test("an oversize frame is answered before its data, which is passed over")
    func oversize() async throws {
        try await TestServer.run { server in
            let (status, lives) = try await server.withPeer { peer in
                let length = WireLimits.maximumFrameLength + 1
                var header: [UInt8] = []
                FrameHeader(length: UInt32(length), streamID: 1, type: .request).append(to: &header)
                try peer.send(header)
                let status = try peer.failure()
                // The data looks like frames and must not be read as such.
                let decoy = request(3, "Echo")
                var data: [UInt8] = []
                while data.count < length { data += decoy }
                try peer.send(Array(data[..<length]))
                return (status, try peer.echoes(5))
            }
            #expect(status.id == 1 && status.status.code == .resourceExhausted && status.status.message.contains("4194304"))
            #expect(lives)
            #expect(server.observer["Echo OK"] == 1)
        }
    }

    @Test("a peer that only errs is closed, and the server serves others")
    func onlyErrors() async throws {
        try await TestServer.run { server in
            let closed = try await server.withPeer { peer in
                for id in 0..<200 as Range<UInt32> { try? peer.send(frame(.response, id)) }
                return peer.isClosedByServer()
            }
            #expect(closed)
            #expect(try await server.withPeer { try $0.echoes(1) })
        }
    }

    @Test("random bytes harm no other connection", arguments: 0..<20 as Range<UInt64>)
    func garbage(_ seed: UInt64) async throws {
        try await TestServer.run { server in
            let lives = try await server.withPeer { good in
                guard try good.echoes(1) else { return false }
                for round in 0..<10 as Range<UInt64> {
                    var random = SeededGenerator(seed: seed &* 1000 &+ round)
                    let bad = try RawPeer(path: server.path)
                    let bytes = (0..<3000).map { _ in Int.random(in: 0..<3, using: &random) > 0 ? 0 : UInt8.random(in: 0...255, using: &random) }
                    try? bad.send(bytes)
                }
                return try good.echoes(3)
            }
            #expect(lives, "seed \(seed)")
        }
    }
}
