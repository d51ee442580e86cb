import NIOCore
import SwiftProtobuf
import Synchronization
import TTRPC
import TTRPCWire

/// The interop service on the project's own server: what the Go server does, in Swift.
final class InteropServer: Sendable {
    static let name = "widgetd.interop.v1.Interop"
    private let observed = Mutex(InteropObserveResponse())

    var definition: ServiceDefinition {
        ServiceDefinition(
            name: Self.name,
            methods: [
                MethodDefinition(name: "Echo", right: .read, handler: .immediate { try Self.echo($0, InteropEchoRequest($1)).bytes() }),
                MethodDefinition(name: "Fail", right: .read, handler: .immediate { try Self.fail(InteropFailRequest($1)) }),
                MethodDefinition(name: "Wait", right: .read, handler: .unary { context, _ in try await self.wait(context) }),
                MethodDefinition(name: "Observe", right: .read, handler: .immediate { _, _ in try self.observed.withLock { try $0.bytes() } }),
                MethodDefinition(name: "Count", right: .read, handler: .stream { try Counting(InteropCountRequest($1), $2) }),
                MethodDefinition(name: "Sum", right: .read, handler: .stream { Summing($2) }),
                MethodDefinition(name: "Double", right: .read, handler: .stream { Doubling($2) }),
            ])
    }

    private static func echo(_ context: CallContext, _ request: InteropEchoRequest) -> InteropEchoResponse {
        var response = InteropEchoResponse()
        response.text = request.text
        response.data = request.data
        response.metadata = context.metadata.map { element in
            var pair = InteropPair()
            (pair.key, pair.value) = (element.key, element.value)
            return pair
        }
        response.remaining = context.deadline.map { ($0 - .now()).nanoseconds } ?? 0
        return response
    }

    private static func fail(_ request: InteropFailRequest) throws -> [UInt8] {
        var detail = InteropEchoRequest()
        detail.text = request.detail
        let details = request.detail.isEmpty ? [] : [try Google_Protobuf_Any(message: detail).bytes()]
        throw RPCStatus(StatusCode(wire: request.code), request.message, details: details)
    }

    private func wait(_ context: CallContext) async throws -> [UInt8] {
        observed.withLock { $0.waiting += 1 }
        // Ends with the task's cancellation alone.
        let (forever, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in forever {}
        let hasExpired = context.deadline.map { $0 <= .now() } ?? false
        observed.withLock {
            $0.waiting -= 1
            if hasExpired { $0.expired += 1 } else { $0.cancelled += 1 }
        }
        throw CancellationError()
    }
}

/// 1 to `count`, then an error when the request has a code.
private final class Counting: ServerStreamHandler {
    private let request: InteropCountRequest
    private var value: Int64 = 0

    init(_ request: InteropCountRequest, _ stream: ServerStream) {
        self.request = request
    }

    func next() throws -> StreamStep {
        if value < Int64(request.count) {
            value += 1
            return .message(try InteropNumber.with { $0.value = value }.bytes())
        }
        if request.code == 0 { return .finish }
        throw RPCStatus(StatusCode(wire: request.code), "counted, then failed")
    }

    func receive(_ message: ByteBuffer) {}
    func remoteClosed() {}
    func closed() {}
}

/// The sum, when the client has sent everything.
private final class Summing: ServerStreamHandler {
    private let stream: ServerStream
    private var sum: Int64 = 0
    private var isComplete = false

    init(_ stream: ServerStream) {
        self.stream = stream
    }

    func receive(_ message: ByteBuffer) throws {
        sum += try InteropNumber(message).value
    }

    func remoteClosed() {
        isComplete = true
        stream.wake()
    }

    func next() throws -> StreamStep {
        isComplete ? .end(try InteropNumber.with { $0.value = sum }.bytes()) : .idle
    }

    func closed() {}
}

/// The double of each number, in order.
private final class Doubling: ServerStreamHandler {
    private let stream: ServerStream
    private var numbers: [Int64] = []
    private var isComplete = false

    init(_ stream: ServerStream) {
        self.stream = stream
    }

    func receive(_ message: ByteBuffer) throws {
        let value = try InteropNumber(message).value
        if value < 0 { throw RPCStatus(.invalidArgument, "\(value) is negative") }
        numbers.append(value)
        stream.wake()
    }

    func remoteClosed() {
        isComplete = true
        stream.wake()
    }

    func next() throws -> StreamStep {
        if numbers.isEmpty { return isComplete ? .finish : .idle }
        return .message(try InteropNumber.with { $0.value = 2 * numbers.removeFirst() }.bytes())
    }

    func closed() {}
}

extension Message {
    init(_ buffer: ByteBuffer) throws {
        try self.init(serializedBytes: Array(buffer.readableBytesView))
    }

    func bytes() throws -> [UInt8] {
        try serializedBytes()
    }
}
