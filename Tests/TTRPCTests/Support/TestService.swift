import NIOCore
import TTRPC
import TTRPCWire

/// A service with a method for each thing a handler can do.
struct TestService {
    static let name = "test.v1.Test"
    let probe = Probe()
    let gate = Gate()

    var definition: ServiceDefinition {
        ServiceDefinition(name: Self.name, methods: immediate + unary + streams)
    }

    private var immediate: [MethodDefinition] {
        [
            MethodDefinition(name: "Echo", right: .read, handler: .immediate { _, payload in Array(payload.readableBytesView) }),
            MethodDefinition(name: "Fail", right: .read, handler: .immediate { _, _ in throw RPCStatus(.notFound, "no such thing", details: [[1, 2]]) }),
            MethodDefinition(name: "Big", right: .read, handler: .immediate { _, _ in [UInt8](repeating: 7, count: 1 << 20) }),
            MethodDefinition(name: "TooBig", right: .read, handler: .immediate { _, _ in [UInt8](repeating: 7, count: WireLimits.maximumFrameLength + 1) }),
            MethodDefinition(name: "TwoMiB", right: .read, handler: .immediate { _, _ in [UInt8](repeating: 7, count: 2 << 20) }),
            MethodDefinition(name: "Pictures", right: .read, answerLength: 2 << 20, handler: .immediate { _, _ in [UInt8](repeating: 7, count: 2 << 20) }),
            MethodDefinition(name: "Manage", right: .manage, handler: .immediate { _, _ in [] }),
            MethodDefinition(
                name: "WhoAmI", right: .read, handler: .immediate { context, _ in Array("\(context.peer.pid) \(context.peer.uid) \(context.peer.gid)".utf8) }),
            MethodDefinition(name: "Metadata", right: .read, handler: .immediate { context, _ in Array((context.metadata["key"] ?? "none").utf8) }),
            MethodDefinition(
                name: "CancelByMessage", right: .read,
                handler: .immediate { context, payload in
                    // A tag, and a stream id below 128.
                    context.cancel(streamID: UInt32(payload.getInteger(at: payload.readerIndex + 1, as: UInt8.self) ?? 0))
                    return []
                }),
            MethodDefinition(
                name: "Cancel", right: .read,
                handler: .immediate { context, payload in
                    context.cancel(streamID: payload.getInteger(at: payload.readerIndex) ?? 0)
                    return []
                }),
        ]
    }

    private var unary: [MethodDefinition] {
        [
            MethodDefinition(name: "AsyncEcho", right: .read, handler: .unary { _, payload in Array(payload.readableBytesView) }),
            MethodDefinition(
                name: "YieldEcho", right: .read,
                handler: .unary { _, payload in
                    await Task.yield()
                    return Array(payload.readableBytesView)
                }),
            MethodDefinition(
                name: "UntilCancelled", right: .read,
                handler: .unary { [probe] _, _ in
                    probe.record("started")
                    do {
                        try await Task.sleep(for: .seconds(3600))
                    } catch {
                        probe.record("cancelled")
                        throw error
                    }
                    return []
                }),
            MethodDefinition(
                name: "Gated", right: .read,
                handler: .unary { [probe, gate] _, _ in
                    probe.record("started")
                    await gate.pass()
                    probe.record("finished")
                    return [1]
                }),
        ]
    }

    private var streams: [MethodDefinition] {
        func stream(_ name: String, _ make: @escaping @Sendable (ByteBuffer, ServerStream) -> any ServerStreamHandler) -> MethodDefinition {
            MethodDefinition(name: name, right: .read, handler: .stream { _, payload, stream in make(payload, stream) })
        }
        return [
            // As many messages as the payload says.
            stream("Count") { [probe] payload, _ in CountingStream(Int(payload.getInteger(at: payload.readerIndex, as: UInt8.self) ?? 0), probe) },
            stream("TwoMiBMessage") { [probe] _, _ in EndlessStream(2 << 20, probe) },
            stream("Endless") { [probe] _, _ in EndlessStream(1024, probe) },
            stream("Chat") { [probe] _, stream in ChatStream(stream, probe) },
            stream("Final") { _, _ in FinalStream() },
        ]
    }
}

/// Sends 0, 1, 2 and so on, then ends.
final class CountingStream: ServerStreamHandler {
    private var position = 0
    private let count: Int
    private let probe: Probe

    init(_ count: Int, _ probe: Probe) {
        self.count = count
        self.probe = probe
    }

    func receive(_ message: ByteBuffer) throws {}
    func remoteClosed() { probe.record("remoteClosed") }
    func next() throws -> StreamStep {
        guard position < count else { return .finish }
        defer { position += 1 }
        return .message([UInt8(truncatingIfNeeded: position)])
    }
    func closed() { probe.record("closed") }
}

/// Always has a message.
final class EndlessStream: ServerStreamHandler {
    private let message: [UInt8]
    private let probe: Probe

    init(_ size: Int, _ probe: Probe) {
        message = [UInt8](repeating: 9, count: size)
        self.probe = probe
    }

    func receive(_ message: ByteBuffer) throws {}
    func remoteClosed() {}
    func next() throws -> StreamStep { .message(message) }
    func closed() { probe.record("closed") }
}

/// Sends back what it gets, ends when the client does; "boom" makes it fail, "later" makes it answer from another thread.
final class ChatStream: ServerStreamHandler {
    private var waiting: [[UInt8]] = []
    private var isEnding = false
    private let stream: ServerStream
    private let probe: Probe

    init(_ stream: ServerStream, _ probe: Probe) {
        self.stream = stream
        self.probe = probe
    }

    func receive(_ message: ByteBuffer) throws {
        let bytes = Array(message.readableBytesView)
        if bytes == Array("boom".utf8) { throw RPCStatus(.aborted, "boom") }
        waiting.append(bytes)
        if bytes == Array("later".utf8) {
            Task.detached { [stream] in stream.wake() }
        } else {
            stream.wake()
        }
    }

    func remoteClosed() {
        isEnding = true
        stream.wake()
    }

    func next() throws -> StreamStep {
        if !waiting.isEmpty { return .message(waiting.removeFirst()) }
        return isEnding ? .finish : .idle
    }

    func draining() {
        probe.record("draining")
        isEnding = true
        stream.wake()
    }

    func closed() { probe.record("closed") }
}

/// One message, then a final answer.
final class FinalStream: ServerStreamHandler {
    private var hasSent = false

    func receive(_ message: ByteBuffer) throws {}
    func remoteClosed() {}
    func next() throws -> StreamStep {
        defer { hasSent = true }
        return hasSent ? .end([2]) : .message([1])
    }
    func closed() {}
}
