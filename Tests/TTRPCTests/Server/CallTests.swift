import Glibc
import NIOCore
import TTRPC
import TTRPCBlocking
import TTRPCWire
import Testing

@Suite("Calls of the blocking client on the NIO server", .timeLimit(.minutes(5)))
struct CallTests {
    @Test("an answer comes back, from every kind of unary handler", arguments: ["Echo", "AsyncEcho", "YieldEcho"])
    func echo(_ method: String) async throws {
        try await TestServer.run {
            $0.messageLength = .max
        } _: { server in
            let sizes = [0, 1, 100, 70_000, WireLimits.maximumFrameLength - 100]
            let results = try await server.withClient { client in
                try sizes.map {
                    try client.call(service: TestService.name, method: method, payload: [UInt8](repeating: 3, count: $0), timeout: .seconds(120)).count
                }
            }
            #expect(results == sizes)
        }
    }

    @Test("a handler's status arrives whole")
    func failure() async throws {
        try await TestServer.run { server in
            let status = try await server.withClient { try $0.failure("Fail") }
            #expect(status == RPCStatus(.notFound, "no such thing", details: [[1, 2]]))
            await server.observer.probe.wait(for: "Fail NOT_FOUND")
        }
    }

    @Test("unknown methods and services are UNIMPLEMENTED and named")
    func unimplemented() async throws {
        try await TestServer.run { server in
            let method = try await server.withClient { try $0.failure("Nope") }
            #expect(method.code == .unimplemented && method.message.contains("Nope"))
            let service = try await server.withClient { try $0.failure("Echo", service: "other.v1.Other") }
            #expect(service.code == .unimplemented && service.message.contains("other.v1.Other"))
        }
    }

    @Test("a method is refused to who lacks its right, by name")
    func rights() async throws {
        try await TestServer.run { server in
            let status = try await server.withClient { try $0.failure("Manage") }
            #expect(status.code == .permissionDenied && status.message.contains("manage") && status.message.contains("\(getuid())"))
        }
    }

    @Test("the caller is known by its process, user and group")
    func identity() async throws {
        try await TestServer.run { server in
            let answer = try await server.withClient { try $0.call(service: TestService.name, method: "WhoAmI", payload: []) }
            #expect(String(decoding: answer, as: UTF8.self) == "\(getpid()) \(getuid()) \(getgid())")
        }
    }

    @Test("metadata arrives")
    func metadata() async throws {
        try await TestServer.run { server in
            let answer = try await server.withClient {
                try $0.call(service: TestService.name, method: "Metadata", payload: [], metadata: ["other": "x", "key": "wert"])
            }
            #expect(String(decoding: answer, as: UTF8.self) == "wert")
        }
    }

    @Test("a deadline is answered in time, and the work is cancelled")
    func deadline() async throws {
        try await TestServer.run { server in
            // By hand, so that the answer is the server's and not the client's own timer.
            let (id, status) = try await server.withPeer { peer in
                try peer.send(request(1, "UntilCancelled", timeoutNanoseconds: 20_000_000))
                return try peer.failure()
            }
            #expect(id == 1 && status.code == .deadlineExceeded)
            await server.service.probe.wait(for: "cancelled")
        }
    }

    @Test("a deadline that has passed on arrival is answered without work")
    func pastDeadline() async throws {
        try await TestServer.run { server in
            let (_, status) = try await server.withPeer { peer in
                try peer.send(request(1, "Echo", timeoutNanoseconds: -5))
                return try peer.failure()
            }
            #expect(status.code == .deadlineExceeded)
        }
    }

    @Test("a client gives up in time by itself, and the connection goes on")
    func clientDeadline() async throws {
        try await TestServer.run { server in
            let (code, echo) = try await server.withClient { client in
                let code = try client.failure("Gated", timeout: .milliseconds(20)).code
                return (code, try client.call(service: TestService.name, method: "Echo", payload: [4]))
            }
            #expect(code == .deadlineExceeded && echo == [4])
        }
    }

    @Test("a call is cancelled by its stream id on the same connection")
    func cancel() async throws {
        try await TestServer.run { server in
            let answers = try await server.withPeer { peer in
                try peer.send(request(1, "UntilCancelled") + request(3, "Cancel", payload: [0, 0, 0, 1]))
                return [try peer.response(), try peer.response()].sorted { $0.id < $1.id }
            }
            #expect(answers[0].envelope == .failure(RPCStatus(.cancelled, "cancelled by the client")))
            #expect(answers[1].envelope == .success([]))
            await server.service.probe.wait(for: "cancelled")
        }
    }

    @Test("a closed connection cancels its calls")
    func closeCancels() async throws {
        try await TestServer.run { server in
            try await server.withPeer { peer in try peer.send(request(1, "UntilCancelled") + request(3, "UntilCancelled")) }
            await server.service.probe.wait(for: "cancelled", times: 2)
            await server.observer.probe.wait(for: "UntilCancelled CANCELLED", times: 2)
        }
    }

    @Test("an answer over the frame limit is an error of its own")
    func tooBig() async throws {
        try await TestServer.run {
            $0.messageLength = .max
        } _: { server in
            let status = try await server.withClient { try $0.failure("TooBig") }
            #expect(status.code == .resourceExhausted && status.message.contains("4194304"))
        }
    }

    @Test("a slow call doesn't hold up a quick one")
    func overtaking() async throws {
        try await TestServer.run { server in
            let first = try await server.withPeer { peer in
                try peer.send(request(1, "Gated") + request(3, "Echo"))
                return try peer.response().id
            }
            #expect(first == 3)
        }
    }
}

extension BlockingClient {
    /// The status that a call fails with.
    func failure(_ method: String, service: String = TestService.name, timeout: Duration = .seconds(120)) throws -> RPCStatus {
        do {
            _ = try call(service: service, method: method, payload: [], timeout: timeout)
        } catch let status as RPCStatus {
            return status
        }
        return RPCStatus(.ok, "the call succeeded")
    }
}
