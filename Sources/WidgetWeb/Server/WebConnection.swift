import Linux
import NIOCore
import NIOHTTP1
import WidgetCore

/// One connection of a browser: HTTP/1.1, one request after the other, and at last perhaps a stream of events. On the server's event loop.
final class WebConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let router: WebRouter
    private let limits: WebLimits
    private let source: SourceNetwork
    /// The listener's: by TLS, or a proxy of this machine may say so.
    private let security: WebSecurity
    private var context: ChannelHandlerContext?
    private var request: WebRequest?
    /// The request was answered before its end; what still comes of it is dropped.
    private var isAnswered = false
    private var isKeptAlive = true
    private var stream: EventStream?
    /// Closes the connection where a request takes too long, or where the browser doesn't read.
    private var timer: Scheduled<Void>?

    init(router: WebRouter, limits: WebLimits, source: SourceNetwork, security: WebSecurity) {
        (self.router, self.limits, self.source, self.security) = (router, limits, source, security)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        arm(limits.requestTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        if let stream { router.hub.detach(stream) }
        (self.context, stream) = (nil, nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(let buffer):
            guard !isAnswered else { return }
            let most = request?.path == "/pages" ? WebLimits.choiceBytes : limits.bodyBytes
            guard (request?.body.count ?? 0) + buffer.readableBytes <= most else {
                return refuse(413, "A request has at most \(most) bytes.")
            }
            request?.body.append(contentsOf: buffer.readableBytesView)
        case .end:
            guard !isAnswered, let request else { return }
            timer?.cancel()
            answer(request)
        }
    }

    /// The browser doesn't read, or reads again.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            if let stream {
                timer?.cancel()
                router.hub.refresh(stream)
            }
        } else {
            arm(limits.unreadTimeout)
        }
        context.fireChannelWritabilityChanged()
    }

    // MARK: Requests

    private func begin(_ head: HTTPRequestHead) {
        (isAnswered, isKeptAlive) = (false, head.isKeepAlive)
        arm(limits.requestTimeout)
        guard let method = WebRequest.Method(rawValue: head.method.rawValue) else { return refuse(405, "The board knows GET, HEAD and POST alone.") }
        guard let (path, query) = WebRequest.split(target: head.uri) else { return refuse(404, "There is nothing at this address.") }
        var headers: [String: String] = [:]
        for (name, value) in head.headers {
            let name = name.lowercased()
            headers[name] = headers[name].map { "\($0)\(name == "cookie" ? ";" : ",")\(value)" } ?? value
        }
        request = WebRequest(
            method: method, path: path, query: query, headers: headers, isSecure: security.isSecure(headers, from: source, isLoopback: isLoopback),
            isLocal: isLoopback)
    }

    private var isLoopback: Bool {
        switch context?.channel.remoteAddress {
        case .v4(let address): address.address.sin_addr.s_addr.bigEndian >> 24 == 127
        case .v6: context?.channel.remoteAddress?.ipAddress == "::1"
        default: false
        }
    }

    private func answer(_ request: WebRequest) {
        isAnswered = true
        switch router.answer(request, from: source) {
        case .now(let response): respond(response, to: request)
        case .later(let future):
            future.assumeIsolated().whenComplete { result in
                switch result {
                case .success(let response): self.respond(response, to: request)
                case .failure: self.context?.close(promise: nil)
                }
            }
        case .stream(let visitor, let scheme, let since): begin(visitor, scheme, since, of: request)
        }
    }

    private func refuse(_ status: Int, _ reason: String) {
        isAnswered = true
        isKeptAlive = false
        respond(WebResponse(DoorRules.Refusal(status: status, reason: reason)), to: request)
    }

    // MARK: Answers

    private func respond(_ response: WebResponse, to request: WebRequest?) {
        guard let context else { return }
        self.request = nil
        var body = response.body
        var headers = HTTPHeaders(response.allHeaders.map { ($0.name, $0.value) })
        if response.isText {
            if !response.headers.contains(where: { $0.name == "vary" }) { headers.add(name: "vary", value: "Accept-Encoding") }
            if body.count > 512, request?.accepts("gzip") == true, let compressor = StreamCompressor() {
                body = compressor.compress(body, isLast: true)
                headers.add(name: "content-encoding", value: "gzip")
            }
        }
        headers.add(name: "content-length", value: "\(body.count)")
        if !isKeptAlive { headers.add(name: "connection", value: "close") }
        write(.head(HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)))
        if request?.method != .head, !body.isEmpty { write(.body(.byteBuffer(context.channel.allocator.buffer(bytes: body)))) }
        let isEnd = !isKeptAlive
        // A request that was refused at its head is still on its way.
        if !isEnd { arm(limits.requestTimeout) }
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            if isEnd { self.context?.close(promise: nil) }
        }
    }

    private func begin(_ visitor: Visitor, _ scheme: BoardScheme, _ since: String?, of request: WebRequest) {
        guard let context, request.method == .get else {
            return respond(WebResponse(status: 200, type: "text/event-stream", body: []), to: request)
        }
        timer?.cancel()
        let compressor = request.accepts("gzip") ? StreamCompressor() : nil
        var headers = HTTPHeaders(WebResponse(status: 200, type: "text/event-stream", body: []).allHeaders.map { ($0.name, $0.value) })
        if compressor != nil { headers.add(name: "content-encoding", value: "gzip") }
        // A proxy that gathers what it passes on would hold events back.
        headers.add(name: "x-accel-buffering", value: "no")
        write(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)))
        let stream = EventStream(
            visitor: visitor, scheme: scheme, since: since, compressor: compressor,
            canWrite: { [weak self] in self?.context?.channel.isWritable == true },
            write: { [weak self] bytes in
                guard let self, let context = self.context else { return }
                self.write(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes))))
                context.flush()
            },
            end: { [weak self] in self?.context?.close(promise: nil) })
        self.stream = stream
        context.flush()
        router.hub.attach(stream)
    }

    private func write(_ part: HTTPServerResponsePart) { context?.write(Self.wrapOutboundOut(part), promise: nil) }

    private func arm(_ time: TimeAmount) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { self.context?.close(promise: nil) }
    }
}

/// How a listener knows whether a request came protected.
struct WebSecurity: Sendable {
    /// The listener has a certificate.
    var hasTLS: Bool
    /// A proxy of this machine may say how a request came to it.
    var isBehindProxy: Bool

    func isSecure(_ headers: [String: String], from source: SourceNetwork, isLoopback: Bool) -> Bool {
        hasTLS || isBehindProxy && isLoopback && headers["x-forwarded-proto"] == "https"
    }
}
