import NIOCore
import NIOPosix
import SwiftProtobuf
import TTRPC
import TTRPCWire
import Testing

/// The SwiftNIO client against containerd's Go server.
@Suite("NIO client, Go server", .needsGo, .timeLimit(.minutes(5)))
struct NIOClientTests {
    @Test("a unary call brings back what was sent, of any size")
    func unary() async throws {
        try await withClient { client, _ in
            for size in [0, 1, 1 << 20] {
                let request = InteropEchoRequest.with { $0.data = .init(repeating: 0xA5, count: size) }
                let response: InteropEchoResponse = try await client.call("Echo", request)
                #expect(response.data == request.data)
            }
        }
    }

    @Test("a hundred calls at once get each its own answer")
    func atOnce() async throws {
        try await withClient { client, _ in
            let answers = try await withThrowingTaskGroup(of: (String, String).self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let response: InteropEchoResponse = try await client.call("Echo", InteropEchoRequest.with { $0.text = "call \(number)" })
                        return ("call \(number)", response.text)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 100)
            #expect(answers.allSatisfy { $0.0 == $0.1 })
        }
    }

    @Test("metadata and the deadline arrive")
    func metadata() async throws {
        try await withClient { client, _ in
            let sent: Metadata = ["colour": "red", "widgetd-request-id": "one"]
            let response: InteropEchoResponse = try await client.call("Echo", InteropEchoRequest(), timeout: .seconds(120), metadata: sent)
            #expect(Set(response.metadata.map { "\($0.key)=\($0.value)" }) == ["colour=red", "widgetd-request-id=one"])
            #expect(response.remaining > 0 && response.remaining <= TimeAmount.seconds(120).nanoseconds)
        }
    }

    @Test("an error arrives with its code, message and details")
    func failure() async throws {
        try await withClient { client, _ in
            let request = InteropFailRequest.with { ($0.code, $0.message, $0.detail) = (StatusCode.failedPrecondition.rawValue, "not yet", "the detail") }
            let status = try await #require(throws: RPCStatus.self) { let _: InteropEchoResponse = try await client.call("Fail", request) }
            #expect(status.code == .failedPrecondition)
            #expect(status.message == "not yet")
            let detail = try InteropEchoRequest(unpackingAny: Google_Protobuf_Any(serializedBytes: try #require(status.details.first)))
            #expect(detail.text == "the detail")
        }
    }

    @Test("an unknown method is UNIMPLEMENTED")
    func unknown() async throws {
        try await withClient { client, _ in
            let status = try await #require(throws: RPCStatus.self) { let _: InteropEchoResponse = try await client.call("Nothing", InteropEchoRequest()) }
            #expect(status.code == .unimplemented)
        }
    }

    @Test("a deadline ends the call here and there")
    func deadline() async throws {
        try await withClient { client, _ in
            let status = try await #require(throws: RPCStatus.self) {
                let _: InteropWaitResponse = try await client.call("Wait", InteropWaitRequest(), timeout: .milliseconds(50))
            }
            #expect(status.code == .deadlineExceeded)
            try await client.waitUntil { $0.expired == 1 && $0.waiting == 0 }
        }
    }

    @Test("closing the connection cancels its calls in the server")
    func cancellation() async throws {
        try await withClient { client, path in
            let other = try await TTRPCClient.connect(path: path, group: MultiThreadedEventLoopGroup.singleton)
            let call = Task { let _: InteropWaitResponse = try await other.call("Wait", InteropWaitRequest()) }
            try await client.waitUntil { $0.waiting == 1 }
            await other.close()
            try await client.waitUntil { $0.cancelled == 1 && $0.waiting == 0 }
            let status = try await #require(throws: RPCStatus.self) { try await call.value }
            #expect(status.code == .unavailable)
        }
    }

    @Test("a cancelled task's call ends at once, and the connection serves the next")
    func cancelledTask() async throws {
        try await withClient { client, _ in
            let call = Task { let _: InteropWaitResponse = try await client.call("Wait", InteropWaitRequest()) }
            try await client.waitUntil { $0.waiting == 1 }
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            let _: InteropEchoResponse = try await client.call("Echo", InteropEchoRequest())
        }
    }

    @Test("server streaming: every message, then the end", arguments: [0, 1, 1000])
    func count(_ count: Int) async throws {
        try await withClient { client, _ in
            let request = InteropCountRequest.with { $0.count = UInt32(count) }
            let stream = try await client.stream(service: InteropServer.name, method: "Count", payload: request.bytes(), sendsMore: false)
            var values: [Int64] = []
            for try await message in stream { values.append(try InteropNumber(message).value) }
            #expect(values == (0..<Int64(count)).map { $0 + 1 })
        }
    }

    @Test("server streaming: an error comes behind the messages")
    func countThenFail() async throws {
        try await withClient { client, _ in
            let request = InteropCountRequest.with { ($0.count, $0.code) = (10, StatusCode.dataLoss.rawValue) }
            let stream = try await client.stream(service: InteropServer.name, method: "Count", payload: request.bytes(), sendsMore: false)
            var messages = 0
            let status = try await #require(throws: RPCStatus.self) { for try await _ in stream { messages += 1 } }
            #expect(messages == 10)
            #expect(status.code == .dataLoss)
        }
    }

    @Test("a stream that is given up harms nothing else on the connection")
    func giveUp() async throws {
        try await withClient { client, _ in
            let request = InteropCountRequest.with { $0.count = 1000 }
            let counting = try await client.stream(service: InteropServer.name, method: "Count", payload: request.bytes(), sendsMore: false)
            counting.cancel()
            let doubling = try await client.stream(service: InteropServer.name, method: "Double", sendsMore: true)
            doubling.cancel()
            for _ in 0..<10 { let _: InteropEchoResponse = try await client.call("Echo", InteropEchoRequest()) }
        }
    }

    @Test("client streaming: one answer for all messages", arguments: [0, 1000])
    func sum(_ count: Int64) async throws {
        try await withClient { client, _ in
            let stream = try await client.stream(service: InteropServer.name, method: "Sum", sendsMore: true)
            for value in 0..<count { try await stream.send(InteropNumber.with { $0.value = value }.bytes()) }
            stream.closeSend()
            var sum: Int64 = 0
            for try await message in stream { sum += try InteropNumber(message).value }
            #expect(sum == count * (count - 1) / 2)
        }
    }

    @Test("both ways: each message is answered before the next")
    func double() async throws {
        try await withClient { client, _ in
            let stream = try await client.stream(service: InteropServer.name, method: "Double", sendsMore: true)
            var answers = stream.makeAsyncIterator()
            for value: Int64 in 1...200 {
                try await stream.send(InteropNumber.with { $0.value = value }.bytes())
                #expect(try await answers.next().map { try InteropNumber($0).value } == 2 * value)
            }
            stream.closeSend()
            #expect(try await answers.next() == nil)
        }
    }

    @Test("both ways: an error ends the stream")
    func doubleNegative() async throws {
        try await withClient { client, _ in
            let stream = try await client.stream(service: InteropServer.name, method: "Double", sendsMore: true)
            try await stream.send(InteropNumber.with { $0.value = -1 }.bytes())
            let status = try await #require(throws: RPCStatus.self) { for try await _ in stream {} }
            #expect(status.code == .invalidArgument)
        }
    }

    /// A Go server of the test's own, and a client of it.
    private func withClient(_ body: (TTRPCClient, _ path: String) async throws -> Void) async throws {
        let socket = try TemporarySocket()
        let server = try Program(GoPrograms.server, [socket.path])
        await server.waitForFirstLine()
        let client = try await TTRPCClient.connect(path: socket.path, group: MultiThreadedEventLoopGroup.singleton)
        try await body(client, socket.path)
        await client.close()
        withExtendedLifetime(server) {}
    }
}

extension TTRPCClient {
    fileprivate func call<Response: Message>(
        _ method: String, _ request: some Message, timeout: TimeAmount? = nil, metadata: Metadata = [:]
    ) async throws -> Response {
        try Response(await call(service: InteropServer.name, method: method, payload: request.bytes(), timeout: timeout, metadata: metadata))
    }

    /// Asks what became of the waiting calls until it is this; the suite's time limit ends it otherwise.
    fileprivate func waitUntil(_ condition: (InteropObserveResponse) -> Bool) async throws {
        while !condition(try await call("Observe", InteropObserveRequest())) { await Task.yield() }
    }
}
