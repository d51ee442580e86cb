import NIOCore
import TTRPC
import TTRPCBlocking
import TTRPCWire
import Testing

@Suite("Streams of the NIO server", .timeLimit(.minutes(5)))
struct StreamTests {
    @Test("a server stream sends its messages and ends by Data with flags 5")
    func serverStream() async throws {
        try await TestServer.run { server in
            let frames = try await server.withPeer { peer in
                try peer.send(request(1, "Count", flags: .remoteClosed, payload: [3]))
                return try (0..<4).compactMap { _ in try peer.receive() }
            }
            #expect(frames.map { $0.data } == [[0], [1], [2], []])
            #expect(frames.last?.header == FrameHeader(length: 0, streamID: 1, type: .data, flags: [.remoteClosed, .noData]))
            await server.service.probe.wait(for: "closed")
            #expect(server.service.probe.events == ["remoteClosed", "closed"])
            #expect(server.observer["Count OK"] == 1)
        }
    }

    @Test("a stream may end with a response")
    func final() async throws {
        try await TestServer.run { server in
            let messages = try await server.withClient { client in
                let stream = try client.openStream(service: TestService.name, method: "Final", sendsMore: false)
                return [try stream.receive(timeout: .seconds(120)), try stream.receive(timeout: .seconds(120)), try stream.receive(timeout: .seconds(120))]
            }
            #expect(messages == [[1], [2], nil])
        }
    }

    @Test("both sides send, empty messages too, and the client's end ends it")
    func chat() async throws {
        try await TestServer.run { server in
            let said = ["hello", "", "later", "x"].map { Array($0.utf8) }
            let heard = try await server.withClient { client in
                let stream = try client.openStream(service: TestService.name, method: "Chat", sendsMore: true)
                var heard: [[UInt8]?] = []
                for message in said {
                    try stream.send(message)
                    heard.append(try stream.receive(timeout: .seconds(120)))
                }
                try stream.closeSend()
                heard.append(try stream.receive(timeout: .seconds(120)))
                return heard
            }
            #expect(heard == said + [nil])
            await server.service.probe.wait(for: "closed")
        }
    }

    @Test("the client's last message may come with the flag that closes")
    func lastWithClose() async throws {
        try await TestServer.run { server in
            let frames = try await server.withPeer { peer in
                try peer.send(request(1, "Chat", flags: .remoteOpen) + frame(.data, 1, flags: .remoteClosed, [5]))
                return try (0..<2).compactMap { _ in try peer.receive() }
            }
            #expect(frames[0].data == [5] && frames[1].header.flags == [.remoteClosed, .noData])
        }
    }

    @Test("what a handler throws ends the stream with that status")
    func throwing() async throws {
        try await TestServer.run { server in
            let status = try await server.withClient { client -> RPCStatus? in
                let stream = try client.openStream(service: TestService.name, method: "Chat", sendsMore: true)
                try stream.send(Array("boom".utf8))
                do {
                    _ = try stream.receive(timeout: .seconds(120))
                } catch let status as RPCStatus {
                    return status
                }
                return nil
            }
            #expect(status == RPCStatus(.aborted, "boom"))
            await server.service.probe.wait(for: "closed")
        }
    }

    @Test("a stream's deadline ends it")
    func deadline() async throws {
        try await TestServer.run { server in
            let status = try await server.withPeer { peer in
                try peer.send(request(1, "Chat", flags: .remoteOpen, timeoutNanoseconds: 20_000_000))
                return try peer.failure().status
            }
            #expect(status.code == .deadlineExceeded)
            #expect(server.service.probe.count("closed") == 1)
        }
    }

    @Test("a stream is told once that it is over, when its connection closes")
    func closedOnce() async throws {
        try await TestServer.run { server in
            try await server.withPeer { peer in
                try peer.send(request(1, "Endless", flags: .remoteClosed))
                _ = try peer.receive()
            }
            await server.observer.probe.wait(for: "closed")
            #expect(server.service.probe.count("closed") == 1)
        }
    }

    @Test("a unary answer comes soon beside a saturating stream: behind what the socket holds, not behind the stream")
    func unaryAhead() async throws {
        try await TestServer.run { server in
            let most = try await server.withPeer { peer in
                try peer.send(request(1, "Endless", flags: .remoteClosed))
                var most = 0
                for id in stride(from: 3, to: 103, by: 2) as StrideTo<UInt32> {
                    try peer.send(request(id, "Echo"))
                    var messages = 0
                    while let (header, _) = try peer.receive(), header.streamID != id { messages += 1 }
                    most = max(most, messages)
                }
                return most
            }
            // The socket's buffer holds 208 KiB, the client's 16, and so has a turn on each side of the request: 256 messages of 1 KiB at most.
            #expect(most <= 256)
        }
    }

    @Test("streams take turns")
    func turns() async throws {
        try await TestServer.run { server in
            let counts = try await server.withPeer { peer in
                try peer.send(
                    request(1, "Endless", flags: .remoteClosed) + request(3, "Endless", flags: .remoteClosed) + request(5, "Endless", flags: .remoteClosed))
                var counts: [UInt32: Int] = [:]
                for _ in 0..<3000 { if let (header, _) = try peer.receive() { counts[header.streamID, default: 0] += 1 } }
                return counts
            }
            #expect(counts.count == 3)
            #expect(counts.values.allSatisfy { $0 > 800 }, "\(counts)")
        }
    }

    @Test("a draining server answers new requests UNAVAILABLE, tells its streams, and finishes what is open")
    func drain() async throws {
        try await TestServer.run { server in
            async let drained: Void = {
                await server.service.probe.wait(for: "started")
                await server.observer.probe.wait(for: "Echo OK")
                await server.server.drain(deadline: .now() + .seconds(30))
            }()
            let answers = try await server.withPeer { peer in
                try peer.send(request(1, "Gated") + request(3, "Chat", flags: .remoteOpen) + request(5, "Echo"))
                _ = try peer.response()
                // The stream ends by itself because it is told; then the server drains for certain.
                let end = try peer.receive()
                try peer.send(request(7, "Echo"))
                let refused = try peer.failure()
                Task { await server.service.gate.open() }
                return (end?.header.flags, refused.status.code, try peer.response(), peer.isClosedByServer())
            }
            #expect(answers.0 == [.remoteClosed, .noData] && answers.1 == .unavailable)
            #expect(answers.2.id == 1 && answers.2.envelope == .success([1]) && answers.3)
            await drained
        }
    }

    @Test("what isn't finished at the end of a drain is ended")
    func drainDeadline() async throws {
        try await TestServer.run { server in
            async let drained: Void = {
                await server.service.probe.wait(for: "started")
                await server.server.drain(deadline: .now() + .milliseconds(20))
            }()
            let status = try await server.withPeer { peer in
                try peer.send(request(1, "UntilCancelled"))
                return try peer.failure().status
            }
            #expect(status.code == .unavailable)
            await drained
            await server.service.probe.wait(for: "cancelled")
        }
    }
}
