import Dispatch
import NIOCore
import NIOPosix
import TTRPC
import TTRPCBlocking
import TTRPCWire
import Testing

@Suite("The NIO client", .timeLimit(.minutes(5)))
struct NIOClientTests {
    private func withClient(
        limits: (inout ClientLimits) -> Void = { _ in }, cancelMethod: CancelMethod? = nil, _ body: (TTRPCClient, TestServer) async throws -> Void
    ) async throws {
        var clientLimits = ClientLimits()
        limits(&clientLimits)
        try await TestServer.run { server in
            let client = try await TTRPCClient.connect(path: server.path, group: server.group, limits: clientLimits, cancelMethod: cancelMethod)
            do {
                try await body(client, server)
            } catch {
                await client.close()
                throw error
            }
            await client.close()
        }
    }

    @Test("many calls at once each get their own answer")
    func concurrent() async throws {
        try await withClient { client, _ in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<500 as Range<UInt32> {
                    group.addTask {
                        let payload = withUnsafeBytes(of: number) { Array($0) }
                        let method = number.isMultiple(of: 2) ? "Echo" : "YieldEcho"
                        return try await Array(client.call(service: TestService.name, method: method, payload: payload).readableBytesView) == payload
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("a task that runs on the client's executor makes its calls there")
    func executor() async throws {
        try await withClient { client, _ in
            let onLoop = try await Task(executorPreference: client.executor) {
                _ = try await client.call(service: TestService.name, method: "Echo")
                return client.eventLoop.inEventLoop
            }.value
            #expect(onLoop)
        }
    }

    @Test("a server's status is what the call throws")
    func failure() async throws {
        try await withClient { client, _ in
            await #expect(throws: RPCStatus(.notFound, "no such thing", details: [[1, 2]])) {
                try await client.call(service: TestService.name, method: "Fail")
            }
        }
    }

    @Test("a call ends at its deadline even when the server is silent")
    func deadline() async throws {
        let (ours, theirs) = try socketPair()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = try await TTRPCClient.adopt(descriptor: ours, group: group)
        let silent = RawPeer(descriptor: theirs)
        do {
            _ = try await client.call(service: "a", method: "b", timeout: .milliseconds(20))
            Issue.record("an answer from nobody")
        } catch let status as RPCStatus {
            #expect(status.code == .deadlineExceeded)
        }
        silent.connection.close()
        try await client.closeFuture.get()
        try await group.shutdownGracefully()
    }

    @Test("a stream ends when more is posted to a server that doesn't read than may wait")
    func postedToNobody() async throws {
        let (ours, theirs) = try socketPair()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var limits = ClientLimits()
        limits.unsentBytes = 1 << 20
        let client = try await TTRPCClient.adopt(descriptor: ours, group: group, limits: limits)
        let silent = RawPeer(descriptor: theirs)
        let stream = try await client.stream(service: "a", method: "b", sendsMore: true)
        // Four times as much, beside what the socket takes; what waits is in the channel by then.
        for _ in 0..<64 {
            stream.post([UInt8](repeating: 0, count: 64 << 10))
            try await client.eventLoop.submit {}.get()
        }
        let status = await #expect(throws: RPCStatus.self) { for try await _ in stream {} }
        #expect(status?.code == .resourceExhausted)
        silent.connection.close()
        try await client.closeFuture.get()
        try await group.shutdownGracefully()
    }

    @Test("what one thread posts after another arrives in that order, also where the first isn't the event loop's and the second is")
    func postedInOrder() async throws {
        try await withClient { client, _ in
            let stream = try await client.stream(service: TestService.name, method: "Chat", sendsMore: true)
            try await client.eventLoop.submit {
                let posted = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    stream.post([1])
                    posted.signal()
                }
                posted.wait()
                stream.post([2])
                stream.closeSend()
            }.get()
            var echoes: [[UInt8]] = []
            for try await message in stream { echoes.append(Array(message.readableBytesView)) }
            #expect(echoes == [[1], [2]])
        }
    }

    @Test("a cancelled task stops waiting, and the connection goes on")
    func cancellation() async throws {
        try await withClient { client, server in
            let task = Task { try await client.call(service: TestService.name, method: "UntilCancelled") }
            await server.service.probe.wait(for: "started")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let echo = try await client.call(service: TestService.name, method: "Echo", payload: [1])
            #expect(echo.readableBytes == 1)
        }
    }

    @Test("a cancelled task's call is cancelled on the server, where the client knows how")
    func cancellationIsTold() async throws {
        try await withClient(cancelMethod: CancelMethod(service: TestService.name, method: "CancelByMessage")) { client, server in
            let other = Task { try await client.call(service: TestService.name, method: "Gated") }
            await server.service.probe.wait(for: "started")
            let task = Task { try await client.call(service: TestService.name, method: "UntilCancelled") }
            await server.service.probe.wait(for: "started", times: 2)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await server.service.probe.wait(for: "cancelled")
            await server.observer.probe.wait(for: "CancelByMessage OK")
            // Neither the other call nor what comes after is touched by it.
            await server.service.gate.open()
            let answer = try await other.value
            let echo = try await client.call(service: TestService.name, method: "Echo", payload: [1, 2])
            #expect(answer.readableBytes == 1 && echo.readableBytes == 2)
        }
    }

    @Test("a closed connection fails what waits on it and what comes after")
    func closed() async throws {
        try await withClient { client, server in
            let task = Task { try await client.call(service: TestService.name, method: "UntilCancelled") }
            await server.service.probe.wait(for: "started")
            await server.server.close()
            for attempt in [task, Task { try await client.call(service: TestService.name, method: "Echo") }] {
                do {
                    _ = try await attempt.value
                    Issue.record("an answer from a closed server")
                } catch let status as RPCStatus {
                    #expect(status.code == .unavailable)
                }
            }
            try await client.closeFuture.get()
        }
    }

    @Test("a stream is a sequence of messages that ends when the server says so")
    func stream() async throws {
        try await withClient { client, _ in
            var messages: [[UInt8]] = []
            for try await message in try await client.stream(service: TestService.name, method: "Count", payload: [5], sendsMore: false) {
                messages.append(Array(message.readableBytesView))
            }
            #expect(messages == [[0], [1], [2], [3], [4]])
        }
    }

    @Test("both sides talk, and closing one's side ends the other's")
    func chat() async throws {
        try await withClient { client, server in
            let stream = try await client.stream(service: TestService.name, method: "Chat", sendsMore: true)
            var heard = stream.makeAsyncIterator()
            for word in ["a", "later", "c"] {
                try await stream.send(Array(word.utf8))
                #expect(try await heard.next().map { String(buffer: $0) } == word)
            }
            stream.closeSend()
            #expect(try await heard.next() == nil)
            await server.service.probe.wait(for: "closed")
            do {
                try await stream.send([1])
                Issue.record("sent on a stream that is over")
            } catch let status as RPCStatus {
                #expect(status.code == .failedPrecondition)
            }
        }
    }

    @Test("letting go of a stream ends it on the server")
    func lettingGo() async throws {
        try await withClient { client, server in
            do {
                let stream = try await client.stream(service: TestService.name, method: "Chat", sendsMore: true)
                try await stream.send([1])
                for try await _ in stream { break }
            }
            await server.service.probe.wait(for: "closed")
        }
    }

    @Test("a stream that isn't read stops the server, not the client's calls, and goes on when read")
    func heldBack() async throws {
        try await withClient {
            $0.comfortableBytesPerStream = 64 << 10
        } _: { client, _ in
            let stream = try await client.stream(service: TestService.name, method: "Endless", sendsMore: false)
            for _ in 0..<20 { _ = try await client.call(service: TestService.name, method: "Echo", payload: [1]) }
            var count = 0
            for try await _ in stream {
                count += 1
                if count == 5000 { break }
            }
            #expect(count == 5000)
        }
    }

    @Test("a stream that isn't read ends at its limit when calls need the connection read")
    func overfull() async throws {
        try await withClient {
            $0.comfortableBytesPerStream = 16 << 10
            $0.bufferedBytesPerStream = 128 << 10
        } _: { client, server in
            // The call keeps the connection reading.
            let waiting = Task { try await client.call(service: TestService.name, method: "Gated") }
            await server.service.probe.wait(for: "started")
            let stream = try await client.stream(service: TestService.name, method: "Endless", sendsMore: false)
            for _ in 0..<1000 { _ = try await client.call(service: TestService.name, method: "Echo") }
            let status = await #expect(throws: RPCStatus.self) { for try await _ in stream {} }
            #expect(status?.code == .resourceExhausted)
            await server.service.gate.open()
            _ = try await waiting.value
        }
    }

    @Test("it talks to a blocking server over a socket pair, as providers do")
    func provider() async throws {
        let (ours, theirs) = try socketPair()
        async let served: Void = onThread {
            let server = BlockingServer(descriptor: theirs)
            server.register(service: "p.v1.P", method: "Twice") { _, payload in payload + payload }
            try server.serve()
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = try await TTRPCClient.adopt(descriptor: ours, group: group)
        for size in [0, 10, 1 << 20] {
            let answer = try await client.call(service: "p.v1.P", method: "Twice", payload: [UInt8](repeating: 1, count: size), timeout: .seconds(120))
            #expect(answer.readableBytes == 2 * size)
        }
        await client.close()
        try await served
        try await group.shutdownGracefully()
    }
}
