import DaemonCore
import NIOCore
import NIOHTTP1
import WidgetCore

/// One HTTP/1.1 connection that asks for metrics, on its event loop. Requests are answered one after the other.
final class MetricsConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let collect: MetricsListener.Collect
    private let checksHost: Bool
    private var context: ChannelHandlerContext?
    /// The request that is being read or answered.
    private var request: HTTPRequestHead?
    /// Closes the connection where a request doesn't come, or an answer isn't read.
    private var timer: Scheduled<Void>?

    /// - Parameter checksHost: whether the request must name this machine. A web page could otherwise read the metrics by a name of its own that it lets mean
    ///   this machine.
    init(collect: @escaping MetricsListener.Collect, checksHost: Bool) {
        self.collect = collect
        self.checksHost = checksHost
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        arm(MetricsLimits.requestTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): request = head
        case .body:
            // A question for metrics has no body.
            context.close(promise: nil)
        case .end:
            guard let request else { return }
            timer?.cancel()
            answer(request, context)
        }
    }

    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let path = request.uri.prefix { $0 != "?" }
        if checksHost, !Self.namesThisMachine(request.headers.first(name: "host") ?? "") {
            return respond(.misdirectedRequest, "Ask for the metrics by the name localhost, or by the address.\n")
        }
        guard path == "/metrics" else { return respond(.notFound, "The metrics are at /metrics.\n") }
        guard request.method == .GET || request.method == .HEAD else { return respond(.methodNotAllowed, "Use GET.\n", [("allow", "GET, HEAD")]) }
        let (collect, loop, connection) = (collect, context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        Task(executorPreference: ThreadPoolExecutor.shared) {
            let text = OpenMetricsText.text(await collect())
            loop.execute { connection.value.respond(.ok, text, contentType: OpenMetricsText.contentType) }
        }
    }

    private func respond(
        _ status: HTTPResponseStatus, _ text: String, _ more: [(String, String)] = [], contentType: String = "text/plain; charset=utf-8"
    ) {
        guard let context, let request else { return }
        self.request = nil
        let isLast = !request.isKeepAlive
        var headers = HTTPHeaders([("content-type", contentType), ("content-length", "\(text.utf8.count)"), ("cache-control", "no-store")] + more)
        if isLast { headers.add(name: "connection", value: "close") }
        context.write(Self.wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        if request.method != .HEAD { context.write(Self.wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(string: text)))), promise: nil) }
        arm(MetricsLimits.answerTimeout)
        let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in connection.value.wasRead(isLast: isLast) }
    }

    private func wasRead(isLast: Bool) {
        if isLast { context?.close(promise: nil) } else { arm(MetricsLimits.requestTimeout) }
    }

    /// Closes the connection after a time.
    private func arm(_ time: TimeAmount) {
        guard let context else { return }
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    private static func namesThisMachine(_ host: String) -> Bool {
        var name = host[...]
        if let colon = name.lastIndex(of: ":"), name[name.index(after: colon)...].allSatisfy(\.isNumber), !name.hasSuffix("]") { name = name[..<colon] }
        return name.lowercased() == "localhost" || name == "[::1]" || name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." }
    }
}
