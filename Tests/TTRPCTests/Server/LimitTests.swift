import Glibc
import NIOCore
import TTRPC
import TTRPCWire
import Testing

@Suite("Limits of the NIO server", .timeLimit(.minutes(5)))
struct LimitTests {
    @Test("a stream too many is refused, and there is room again when one ends")
    func streams() async throws {
        try await TestServer.run {
            $0.streamsPerConnection = 2
        } _: { server in
            let (refused, lives) = try await server.withPeer { peer in
                try peer.send(request(1, "Chat", flags: .remoteOpen) + request(3, "Chat", flags: .remoteOpen) + request(5, "Chat", flags: .remoteOpen))
                let refused = try peer.failure()
                try peer.send(frame(.data, 1, flags: [.remoteClosed, .noData]))
                _ = try peer.receive()
                try peer.send(request(7, "Chat", flags: .remoteOpen) + frame(.data, 7, [8]))
                return (refused, try peer.receive()?.data)
            }
            #expect(refused.id == 5 && refused.status.code == .resourceExhausted && refused.status.message.contains("2 streams"))
            #expect(lives == [8])
        }
    }

    @Test("a request over the message limit is refused by its size and the limit, and the connection goes on", arguments: ["Echo", "AsyncEcho"])
    func longRequest(_ method: String) async throws {
        try await TestServer.run { server in
            let (atLimit, refused, lives) = try await server.withClient { client in
                let call = { (size: Int) in try client.call(service: TestService.name, method: method, payload: [UInt8](repeating: 1, count: size)) }
                let atLimit = try call(1 << 20).count
                do {
                    _ = try call(1 << 20 + 1)
                    throw RPCStatus(.internal, "it was taken")
                } catch let status as RPCStatus {
                    return (atLimit, status, try call(1).count)
                }
            }
            #expect(atLimit == 1 << 20 && lives == 1)
            #expect(refused.code == .resourceExhausted && refused.message.contains("1048577 bytes") && refused.message.contains("limit of 1048576 bytes"))
            #expect(server.observer["\(method) RESOURCE_EXHAUSTED"] == 1)
        }
    }

    @Test("a stream's message over the message limit ends the stream by its size and the limit")
    func longStreamMessage() async throws {
        try await TestServer.run { server in
            let refused = try await server.withPeer { peer in
                try peer.send(request(1, "Chat", flags: .remoteOpen) + frame(.data, 1, [UInt8](repeating: 1, count: 1 << 20 + 1)))
                return try peer.failure()
            }
            #expect(refused.id == 1 && refused.status.code == .resourceExhausted && refused.status.message.contains("limit of 1048576 bytes"))
        }
    }

    @Test("an answer over the message limit is an error of its own, on a stream too", arguments: ["TwoMiB", "TwoMiBMessage"])
    func longAnswer(_ method: String) async throws {
        try await TestServer.run { server in
            let refused = try await server.withPeer { peer in
                try peer.send(request(1, method, flags: method == "TwoMiB" ? [] : .remoteClosed))
                return try peer.failure().status
            }
            #expect(refused.code == .resourceExhausted && refused.message.contains("2097152 bytes") && refused.message.contains("limit of 1048576 bytes"))
        }
    }

    @Test("a server's own limit, or a method's, lets larger messages through")
    func largerMessages() async throws {
        try await TestServer.run { server in
            let size = try await server.withClient { try $0.call(service: TestService.name, method: "Pictures", payload: []).count }
            #expect(size == 2 << 20)
        }
        try await TestServer.run {
            $0.messageLength = 3 << 20
        } _: { server in
            let payload = [UInt8](repeating: 1, count: 3 << 20)
            let size = try await server.withClient { try $0.call(service: TestService.name, method: "Echo", payload: payload).count }
            #expect(size == 3 << 20)
        }
    }

    @Test("a uid's streams are counted over its connections, and given back")
    func streamsPerUID() async throws {
        try await TestServer.run {
            $0.streamsPerUID = 2
        } _: { server in
            let refused = try await server.withPeer { first in
                let second = try RawPeer(path: server.path)
                try first.send(request(1, "Chat", flags: .remoteOpen) + request(3, "Chat", flags: .remoteOpen) + request(5, "Echo"))
                _ = try first.response()
                try second.send(request(1, "Chat", flags: .remoteOpen))
                return try second.failure().status
            }
            #expect(refused.code == .resourceExhausted && refused.message.contains("uid \(getuid())"))
            await server.observer.probe.wait(for: "closed", times: 2)
            let heard = try await server.withPeer { peer in
                try peer.send(request(1, "Chat", flags: .remoteOpen) + frame(.data, 1, [8]))
                return try peer.receive()?.data
            }
            #expect(heard == [8])
        }
    }

    @Test("a connection too many is told so and counted, and there is room again when one closes")
    func connections() async throws {
        try await TestServer.run {
            $0.connectionsPerUID = 2
        } _: { server in
            let (refusal, closed) = try await server.withPeer { first in
                let second = try RawPeer(path: server.path)
                guard try first.echoes(1), try second.echoes(1) else { throw RPCStatus(.internal, "no echo") }
                let third = try RawPeer(path: server.path)
                try third.send(request(9, "Echo"))
                return (try third.failure(), third.isClosedByServer())
            }
            #expect(refusal.id == 9 && refusal.status.code == .resourceExhausted && refusal.status.message.contains("2 connections"))
            #expect(closed)
            #expect(server.observer["refused"] == 1)
            await server.observer.probe.wait(for: "closed", times: 2)
            #expect(try await server.withPeer { try $0.echoes(1) })
        }
    }

    @Test("calls beyond the limit wait in the socket and are answered in their turn")
    func callsInFlight() async throws {
        try await TestServer.run {
            $0.callsInFlightPerConnection = 3
        } _: { server in
            async let answers = server.withPeer { peer in
                for id in stride(from: 1, to: 41, by: 2) as StrideTo<UInt32> { try peer.send(request(id, "Gated")) }
                return try (0..<20).map { _ in try peer.response().envelope }
            }
            await server.service.probe.wait(for: "started", times: 3)
            // Another connection's call has gone through the same loop: a fourth would have started by now.
            #expect(try await server.withPeer { try $0.echoes(1) })
            #expect(server.service.probe.count("started") == 3)
            await server.service.gate.open()
            let all = try await answers
            #expect(all.allSatisfy { $0 == .success([1]) })
        }
    }

    @Test("a cancelled call that doesn't stop still counts as at work")
    func lingering() async throws {
        try await TestServer.run {
            $0.callsInFlightPerConnection = 1
        } _: { server in
            async let codes = server.withPeer { peer in
                try peer.send(request(1, "Gated", timeoutNanoseconds: 10_000_000))
                let first = try peer.failure().status.code
                try peer.send(request(3, "Gated"))
                return (first, try peer.response().envelope)
            }
            await server.observer.probe.wait(for: "Gated DEADLINE_EXCEEDED")
            #expect(try await server.withPeer { try $0.echoes(1) })
            #expect(server.service.probe.count("started") == 1)
            await server.service.gate.open()
            let both = try await codes
            #expect(both == (.deadlineExceeded, .success([1])))
        }
    }

    @Test("100,000 requests without reading a reply cost a bounded amount of memory")
    func flood() async throws {
        try await TestServer.run { server in
            let growth = try await server.withPeer { peer in
                guard try peer.echoes(1) else { throw RPCStatus(.internal, "no echo") }
                let before = try residentKilobytes()
                var bytes: [UInt8] = []
                for id in stride(from: 3, to: 200_003, by: 2) as StrideTo<UInt32> { bytes += request(id, "Big") }
                let own = try residentKilobytes() - before
                // The server stops reading long before the end, and serves another connection meanwhile: its answers show
                // that the loop has been round.
                let other = try RawPeer(path: server.path)
                var (sent, stuckRounds, id) = (0, 0, 1 as UInt32)
                while sent < bytes.count, stuckRounds < 10 {
                    let count = bytes.withUnsafeBytes { all in
                        let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
                        return Glibc.send(peer.connection.descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                    }
                    sent += max(0, count)
                    stuckRounds = count > 0 ? 0 : stuckRounds + 1
                    guard try other.echoes(id) else { throw RPCStatus(.internal, "no echo") }
                    id += 2
                }
                #expect(sent < bytes.count, "all requests were read")
                return try residentKilobytes() - before - own
            }
            #expect(growth < 20 << 10, "\(growth) kB")
        }
    }

    @Test("who reads again gets every answer")
    func floodResumes() async throws {
        try await TestServer.run { server in
            let count = 400
            let total = try await server.withPeer { peer in
                // 1 MiB of answer each: far more than the sockets hold. The requests themselves fit.
                var bytes: [UInt8] = []
                for id in stride(from: 1, to: UInt32(2 * count), by: 2) { bytes += request(id, "Big") }
                try peer.send(bytes)
                var total = 0
                for _ in 0..<count { if case .success(let payload) = try peer.response().envelope { total += payload.count } }
                return total
            }
            #expect(total == count << 20)
        }
    }

    @Test("a connection that says nothing is closed after the handshake's time, one with half a header too")
    func handshake() async throws {
        try await TestServer.run {
            $0.handshakeTimeout = .milliseconds(300)
        } _: { server in
            #expect(try await server.withPeer { $0.isClosedByServer() })
            let half = try await server.withPeer { peer in
                try peer.send([0, 0, 0, 5, 0])
                return peer.isClosedByServer()
            }
            #expect(half)
        }
    }

    @Test("an idle connection is closed after its time, one with an open stream isn't")
    func idle() async throws {
        try await TestServer.run {
            $0.idleTimeout = .milliseconds(500)
        } _: { server in
            let (closed, lives) = try await server.withPeer { busy in
                try busy.send(request(1, "Chat", flags: .remoteOpen))
                let idle = try RawPeer(path: server.path)
                guard try idle.echoes(1) else { throw RPCStatus(.internal, "no echo") }
                // Longer than the other connection was left alone.
                let closed = idle.isClosedByServer()
                return (closed, try busy.echoes(3))
            }
            #expect(closed && lives)
        }
    }

    @Test("output that nobody reads ends its stream, then its connection")
    func stalled() async throws {
        try await TestServer.run {
            $0.stalledOutputTimeout = .milliseconds(100)
        } _: { server in
            try await server.withPeer { peer in
                // Answers fill the channel; reading stops.
                try peer.send(request(1, "Chat", flags: .remoteOpen) + request(3, "Big") + request(5, "Big"))
                try blockingWait { await server.observer.probe.wait(for: "closed") }
            }
            let ends = server.observer.probe.events.filter { $0.hasPrefix("Chat") || $0 == "closed" }
            #expect(ends == ["Chat RESOURCE_EXHAUSTED", "closed"])
        }
    }

    @Test("a uid's large frames are bounded over its connections")
    func bytesPerUID() async throws {
        try await TestServer.run {
            $0.bufferedBytesPerUID = 1 << 20
        } _: { server in
            let (refused, lives) = try await server.withPeer { first in
                let second = try RawPeer(path: server.path)
                let half = request(1, "Echo", payload: [UInt8](repeating: 1, count: 700_000))
                try first.send(Array(half.prefix(100_000)))
                guard try second.echoes(1) else { throw RPCStatus(.internal, "no echo") }
                try second.send(Array(request(3, "Echo", payload: [UInt8](repeating: 1, count: 700_000)).prefix(100_000)))
                let refused = try second.failure()
                try first.send(Array(half.dropFirst(100_000)))
                return (refused, try first.response().envelope)
            }
            #expect(refused.id == 3 && refused.status.code == .resourceExhausted)
            #expect(lives == .success([UInt8](repeating: 1, count: 700_000)))
        }
    }
}

/// The process's resident memory.
private func residentKilobytes() throws -> Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    let fields = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return (Int(fields[1]) ?? 0) * 4
}

/// Waits on a thread of its own for what happens elsewhere.
private func blockingWait(_ body: @escaping @Sendable () async -> Void) throws {
    let (read, write) = try socketPair()
    Task {
        await body()
        close(write)
    }
    var byte: UInt8 = 0
    _ = recv(read, &byte, 1, 0)
    close(read)
}
