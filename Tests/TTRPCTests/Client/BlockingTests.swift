import Glibc
import TTRPCWire
import Testing

@testable import TTRPCBlocking

@Suite("The blocking client and server", .timeLimit(.minutes(5)))
struct BlockingTests {
    @Test("a missing socket, a dead one and a forbidden one are told apart")
    func connecting() throws {
        let directory = try temporaryDirectory()
        defer { removeDirectory(directory) }
        let path = directory + "/s"
        #expect(throws: ConnectionError.noSocket(path: path)) { try BlockingClient(path: path) }
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: ConnectionError.refused(path: path)) { try BlockingClient(path: path) }
        let long = "/" + String(repeating: "x", count: 120)
        #expect(throws: ConnectionError.pathTooLong(path: long, limit: 107)) { try BlockingClient(path: long) }
        #expect(ConnectionError.noSocket(path: path).errno == ENOENT)
    }

    @Test("the server answers in turn, refuses what it doesn't know, and ends when the client does")
    func serving() async throws {
        let (clientEnd, serverEnd) = try socketPair()
        async let served: Int = onThread {
            let server = BlockingServer(descriptor: serverEnd)
            var calls = 0
            server.register(service: "p.v1.P", method: "Twice") { context, payload in
                calls += 1
                guard context.metadata["k"] == "v", let remaining = context.remainingTime, remaining > .zero else { throw RPCStatus(.internal, "context") }
                return payload + payload
            }
            server.register(service: "p.v1.P", method: "Fail") { _, _ in throw RPCStatus(.failedPrecondition, "not now") }
            try server.serve()
            return calls
        }
        let results = try await onThread {
            let client = BlockingClient(descriptor: clientEnd)
            let twice = try (1...3).map { try client.call(service: "p.v1.P", method: "Twice", payload: [$0], timeout: .seconds(120), metadata: ["k": "v"]) }
            let failures = [
                try client.failure("Fail", service: "p.v1.P"), try client.failure("None", service: "p.v1.P"), try client.failure("X", service: "q"),
            ]
            client.close()
            return (twice, failures.map(\.code))
        }
        #expect(results.0 == [[1, 1], [2, 2], [3, 3]])
        #expect(results.1 == [.failedPrecondition, .unimplemented, .unimplemented])
        #expect(try await served == 3)
    }

    @Test("the server answers frames against the protocol and lives on")
    func serverProtocol() async throws {
        let (clientEnd, serverEnd) = try socketPair()
        async let served: Void = onThread {
            let server = BlockingServer(descriptor: serverEnd)
            server.register(service: TestService.name, method: "Echo") { _, payload in payload }
            try server.serve()
        }
        let codes = try await onThread {
            let peer = RawPeer(descriptor: clientEnd)
            var header: [UInt8] = []
            FrameHeader(length: 5 << 20, streamID: 9, type: .request).append(to: &header)
            let bad = [
                request(2, "Echo"), frame(FrameType(rawValue: 9), 1), frame(.data, 5), frame(.request, 3, [0xff]),
                header + [UInt8](repeating: 0, count: 5 << 20),
            ]
            var codes: [StatusCode] = []
            for bytes in bad {
                try peer.send(bytes)
                codes.append(try peer.failure().status.code)
            }
            let lives = try peer.echoes(11)
            return lives ? codes : []
        }
        #expect(codes == [.invalidArgument, .invalidArgument, .invalidArgument, .invalidArgument, .resourceExhausted])
        try await served
    }

    @Test("a server that dies or speaks nonsense is an error, not a wait")
    func badServer() async throws {
        for bytes in [[], [0, 0, 0], frame(FrameType(rawValue: 9), 1), frame(.response, 1, [0xff])] as [[UInt8]] {
            let (clientEnd, serverEnd) = try socketPair()
            let failed = try await onThread { () -> Bool in
                let server = RawPeer(descriptor: serverEnd)
                try server.send(bytes)
                shutdown(serverEnd, Int32(SHUT_WR))
                do {
                    _ = try BlockingClient(descriptor: clientEnd).call(service: "a", method: "b", payload: [], timeout: .seconds(120))
                    return false
                } catch is ConnectionError {
                    return true
                }
            }
            #expect(failed, "\(bytes)")
        }
    }

    @Test("what comes for a stream while a call waits is kept for it, and what was given up is dropped")
    func interleaving() async throws {
        try await TestServer.run { server in
            let (messages, end) = try await server.withClient { client in
                let stream = try client.openStream(service: TestService.name, method: "Count", payload: [3], sendsMore: false)
                do {
                    let forgotten = try client.openStream(service: TestService.name, method: "Count", payload: [200], sendsMore: false)
                    _ = try forgotten.receive(timeout: .seconds(120))
                }
                _ = try client.call(service: TestService.name, method: "Echo", payload: [])
                return (try (0..<3).map { _ in try stream.receive(timeout: .seconds(120)) }, try stream.receive(timeout: .seconds(120)))
            }
            #expect(messages == [[0], [1], [2]] && end == nil)
        }
    }

    @Test("a stream that has nothing to say times out and lives on")
    func streamTimeout() async throws {
        try await TestServer.run { server in
            let heard = try await server.withClient { client in
                let stream = try client.openStream(service: TestService.name, method: "Chat", sendsMore: true)
                do {
                    _ = try stream.receive(timeout: .milliseconds(10))
                } catch let status as RPCStatus where status.code == .deadlineExceeded {
                    try stream.send([6])
                    return try stream.receive(timeout: .seconds(120))
                }
                return nil
            }
            #expect(heard == [6])
        }
    }
}
