import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization
import WidgetTestSupport

/// A request as it goes over the wire.
struct TestRequest: Sendable {
    var method = "POST"
    var path: String
    var headers: [(String, String)]
    var body: String
    var authority: String? = "localhost"

    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.0 == name }
        if let value { headers.append((name, value)) }
    }

    func value(_ name: String) -> String? { headers.first { $0.0 == name }?.1 }

    var block: HPACKHeaders {
        var block = HPACKHeaders([(":method", method), (":scheme", "https"), (":path", path)])
        if let authority { block.add(name: ":authority", value: authority) }
        for (name, value) in headers { block.add(name: name, value: value) }
        return block
    }
}

/// The messages that came back on a stream.
struct TestResponse: Sendable {
    var headers: [(String, String)] = []
    /// Each DATA frame that came.
    var frames: [[UInt8]] = []
    /// END_STREAM came with the headers.
    var endedOnHeaders = false
    /// The stream was reset after, or instead of, an answer.
    var reset: HTTP2ErrorCode?

    var status: Int { Int(self[":status"] ?? "") ?? 0 }
    var body: String { String(decoding: frames.joined(), as: UTF8.self) }
    subscript(name: String) -> String? { headers.first { $0.0 == name }?.1 }
}

struct GoAway: Sendable {
    var lastStream: Int
    var code: HTTP2ErrorCode
    var data: String
}

/// A real HTTP/2 client over TLS that works on frames, so that it can be as odd as it likes.
final class TestConnection: Sendable {
    let channel: any Channel
    private let collector: Collector

    static func open(_ port: Int, group: any EventLoopGroup, alpn: [String], certificate: String?, window: Int?) async throws -> TestConnection {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.valid.utf8)))
        configuration.applicationProtocols = alpn
        if let certificate {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(TestCertificates.key.utf8), format: .pem))
        }
        let context = try NIOSSLContext(configuration: configuration)
        let collector = Collector()
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        settings.headerBlockValidation = .disabled
        if let window { settings.initialSettings.append(HTTP2Setting(parameter: .initialWindowSize, value: window)) }
        let channel = try await ClientBootstrap(group: group).channelInitializer { [settings] channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(try NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                try pipeline.addHandler(NIOHTTP2Handler(mode: .client, connectionConfiguration: settings))
                try pipeline.addHandler(FrameReader(collector: collector))
            }
        }.connect(host: "127.0.0.1", port: port).get()
        return TestConnection(channel: channel, collector: collector)
    }

    private init(channel: any Channel, collector: Collector) {
        self.channel = channel
        self.collector = collector
    }

    /// The next stream's number.
    func nextStream() -> Int { collector.nextStream() }

    func headers(_ request: TestRequest, on stream: Int, end: Bool) {
        write(stream, .headers(.init(headers: request.block, endStream: end)))
    }

    func data(_ bytes: [UInt8], on stream: Int, end: Bool) {
        write(stream, .data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes)), endStream: end)))
    }

    func write(_ stream: Int, _ payload: HTTP2Frame.FramePayload) {
        channel.writeAndFlush(HTTP2Frame(streamID: HTTP2StreamID(stream), payload: payload), promise: nil)
    }

    /// Sends a request whole.
    @discardableResult
    func start(_ request: TestRequest) -> Int {
        let stream = nextStream()
        headers(request, on: stream, end: request.body.isEmpty)
        if !request.body.isEmpty { data(Array(request.body.utf8), on: stream, end: true) }
        return stream
    }

    func send(_ request: TestRequest) async throws -> TestResponse { try await response(on: start(request)) }

    /// - Throws: where the connection ended before.
    func response(on stream: Int) async throws -> TestResponse { try await collector.response(stream) }
    func goAway() async throws -> GoAway { try await collector.goAway() }
    /// The settings of the server.
    func settings() async throws -> [HTTP2Setting] { try await collector.settings() }
    func closed() async throws { try await channel.closeFuture.get() }
    func close() async throws { try await channel.close().get() }
}

/// The messages that have come on a connection, for the test that waits.
private final class Collector: Sendable {
    struct Ended: Error {}

    private struct State {
        var stream = -1
        var responses: [Int: TestResponse] = [:]
        var done: Set<Int> = []
        var goAway: GoAway?
        var settings: [HTTP2Setting]?
        var isEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func nextStream() -> Int {
        state.withLock { state in
            state.stream += 2
            return state.stream
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func wait<T>(_ body: (State) -> T?) async throws -> T {
        while true {
            let (found, isEnded) = state.withLock { (body($0), $0.isEnded) }
            if let found { return found }
            if isEnded { throw Ended() }
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if body(state) != nil || state.isEnded { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isLate { continuation.resume() }
            }
        }
    }

    func response(_ stream: Int) async throws -> TestResponse { try await wait { $0.done.contains(stream) ? $0.responses[stream] : nil } }
    func goAway() async throws -> GoAway { try await wait { $0.goAway } }
    func settings() async throws -> [HTTP2Setting] { try await wait { $0.settings } }
    func end() { change { $0.isEnded = true } }

    func add(_ frame: HTTP2Frame) {
        let stream = Int(frame.streamID)
        change { state in
            switch frame.payload {
            case .headers(let headers):
                state.responses[stream, default: TestResponse()].headers = headers.headers.map { ($0.name, $0.value) }
                state.responses[stream]?.endedOnHeaders = headers.endStream
                if headers.endStream { state.done.insert(stream) }
            case .data(let data):
                if case .byteBuffer(let buffer) = data.data { state.responses[stream, default: TestResponse()].frames.append(Array(buffer.readableBytesView)) }
                if data.endStream { state.done.insert(stream) }
            case .rstStream(let code):
                state.responses[stream, default: TestResponse()].reset = code
                state.done.insert(stream)
            case .goAway(let last, let code, let data):
                state.goAway = GoAway(lastStream: Int(last), code: code, data: data.map { String(buffer: $0) } ?? "")
            case .settings(.settings(let settings)):
                state.settings = settings
            default: break
            }
        }
    }
}

private final class FrameReader: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let collector: Collector

    init(collector: Collector) { self.collector = collector }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { collector.add(Self.unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { collector.end() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        collector.end()
        context.close(promise: nil)
    }
}
