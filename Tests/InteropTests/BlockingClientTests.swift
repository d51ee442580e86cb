import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
import Testing

/// The client on blocking sockets, which widgetctl uses, against containerd's Go server.
@Suite("Blocking client, Go server", .needsGo, .timeLimit(.minutes(5)))
struct BlockingClientTests {
    @Test("a unary call brings back what was sent, of any size")
    func unary() async throws {
        try await withClient { client, _ in
            for size in [0, 1, 1 << 20] {
                let request = InteropEchoRequest.with { $0.data = .init(repeating: 0xA5, count: size) }
                let response: InteropEchoResponse = try client.call("Echo", request)
                #expect(response.data == request.data)
            }
        }
    }

    @Test("metadata and the deadline arrive")
    func metadata() async throws {
        try await withClient { client, _ in
            let sent: Metadata = ["colour": "red", "widgetd-request-id": "one"]
            let response: InteropEchoResponse = try client.call("Echo", InteropEchoRequest(), timeout: .seconds(120), metadata: sent)
            #expect(Set(response.metadata.map { "\($0.key)=\($0.value)" }) == ["colour=red", "widgetd-request-id=one"])
            #expect(response.remaining > 0 && response.remaining <= 120_000_000_000)
        }
    }

    @Test("an error arrives with its code, message and details")
    func failure() async throws {
        try await withClient { client, _ in
            let request = InteropFailRequest.with { ($0.code, $0.message, $0.detail) = (StatusCode.failedPrecondition.rawValue, "not yet", "the detail") }
            let status = try #require(throws: RPCStatus.self) { let _: InteropEchoResponse = try client.call("Fail", request) }
            #expect(status.code == .failedPrecondition)
            #expect(status.message == "not yet")
            let detail = try InteropEchoRequest(unpackingAny: Google_Protobuf_Any(serializedBytes: try #require(status.details.first)))
            #expect(detail.text == "the detail")
        }
    }

    @Test("a deadline ends the call here and there")
    func deadline() async throws {
        try await withClient { client, _ in
            let status = try #require(throws: RPCStatus.self) {
                let _: InteropWaitResponse = try client.call("Wait", InteropWaitRequest(), timeout: .milliseconds(50))
            }
            #expect(status.code == .deadlineExceeded)
            var observed = InteropObserveResponse()
            while observed.expired != 1 { observed = try client.call("Observe", InteropObserveRequest()) }
            #expect(observed.waiting == 0)
        }
    }

    @Test("closing the connection cancels its calls in the server")
    func cancellation() async throws {
        try await withClient { client, path in
            let other = try BlockingClient(path: path)
            // Opened like a stream, a unary call doesn't block this thread.
            let call = try other.openStream(service: InteropServer.name, method: "Wait", sendsMore: false)
            var observed = InteropObserveResponse()
            while observed.waiting != 1 { observed = try client.call("Observe", InteropObserveRequest()) }
            other.close()
            while observed.cancelled != 1 { observed = try client.call("Observe", InteropObserveRequest()) }
            #expect(observed.waiting == 0)
            withExtendedLifetime(call) {}
        }
    }

    @Test("server streaming: every message, then the end", arguments: [0, 1, 1000])
    func count(_ count: Int) async throws {
        try await withClient { client, _ in
            let request = InteropCountRequest.with { $0.count = UInt32(count) }
            let stream = try client.openStream(service: InteropServer.name, method: "Count", payload: request.bytes(), sendsMore: false)
            #expect(try stream.numbers() == (0..<Int64(count)).map { $0 + 1 })
        }
    }

    @Test("server streaming: an error comes behind the messages")
    func countThenFail() async throws {
        try await withClient { client, _ in
            let request = InteropCountRequest.with { ($0.count, $0.code) = (10, StatusCode.dataLoss.rawValue) }
            let stream = try client.openStream(service: InteropServer.name, method: "Count", payload: request.bytes(), sendsMore: false)
            for value: Int64 in 1...10 { #expect(try stream.receive().map { try InteropNumber(serializedBytes: $0).value } == value) }
            let status = try #require(throws: RPCStatus.self) { try stream.receive() }
            #expect(status.code == .dataLoss)
        }
    }

    @Test("client streaming: one answer for all messages", arguments: [0, 1000])
    func sum(_ count: Int64) async throws {
        try await withClient { client, _ in
            let stream = try client.openStream(service: InteropServer.name, method: "Sum", sendsMore: true)
            for value in 0..<count { try stream.send(InteropNumber.with { $0.value = value }.bytes()) }
            try stream.closeSend()
            #expect(try stream.numbers().reduce(0, +) == count * (count - 1) / 2)
        }
    }

    @Test("both ways: each message is answered before the next, beside other calls")
    func double() async throws {
        try await withClient { client, _ in
            let stream = try client.openStream(service: InteropServer.name, method: "Double", sendsMore: true)
            for value: Int64 in 1...200 {
                try stream.send(InteropNumber.with { $0.value = value }.bytes())
                let _: InteropEchoResponse = try client.call("Echo", InteropEchoRequest())
                #expect(try stream.receive().map { try InteropNumber(serializedBytes: $0).value } == 2 * value)
            }
            try stream.closeSend()
            #expect(try stream.receive() == nil)
        }
    }

    @Test("both ways: an error ends the stream")
    func doubleNegative() async throws {
        try await withClient { client, _ in
            let stream = try client.openStream(service: InteropServer.name, method: "Double", sendsMore: true)
            try stream.send(InteropNumber.with { $0.value = -1 }.bytes())
            let status = try #require(throws: RPCStatus.self) { try stream.receive() }
            #expect(status.code == .invalidArgument)
        }
    }

    /// A Go server of the test's own, and a client of it.
    private func withClient(_ body: (BlockingClient, _ path: String) throws -> Void) async throws {
        let socket = try TemporarySocket()
        let server = try Program(GoPrograms.server, [socket.path])
        await server.waitForFirstLine()
        let client = try BlockingClient(path: socket.path)
        try body(client, socket.path)
        client.close()
        withExtendedLifetime(server) {}
    }
}

extension BlockingClient {
    fileprivate func call<Response: Message>(
        _ method: String, _ request: some Message, timeout: Duration? = nil, metadata: Metadata = [:]
    ) throws -> Response {
        let payload: [UInt8] = try request.serializedBytes()
        return try Response(serializedBytes: call(service: InteropServer.name, method: method, payload: payload, timeout: timeout, metadata: metadata))
    }
}

extension BlockingStream {
    /// Every number until the end.
    fileprivate func numbers() throws -> [Int64] {
        var numbers: [Int64] = []
        while let message = try receive() { numbers.append(try InteropNumber(serializedBytes: message).value) }
        return numbers
    }
}
