import Linux
import Logging
import NIOCore
import NIOHTTP1
import WidgetCore

/// One HTTP/1.1 connection, for Web Push and topics, on its event loop. Requests are answered one after the other.
final class HTTP1Connection: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private struct State {
        var context: ChannelHandlerContext?
        var request: PushRequest?
        var session = ProviderSession()
        var isKeptAlive = true
        /// The client has sent a request that was accepted.
        var isKnown = false
        /// Until when the client must have sent such a request.
        var unauthenticatedEnd: NIODeadline
        /// Closes the connection when a request, or the wait for one, takes too long.
        var timer: Scheduled<Void>?
        var unreadTimer: Scheduled<Void>?
        var badTokens = 0
    }

    private let handler: PushRequestHandler
    private let role: PushRequestHandler.ListenerRole
    private let source: SourceNetwork
    private let bound: NIOLoopBoundBox<State>

    /// On the connection's event loop.
    init(handler: PushRequestHandler, role: PushRequestHandler.ListenerRole, source: SourceNetwork, eventLoop: any EventLoop) {
        self.handler = handler
        self.role = role
        self.source = source
        bound = NIOLoopBoundBox(State(unauthenticatedEnd: eventLoop.now + handler.limits.unauthenticatedTimeout), eventLoop: eventLoop)
    }

    private var state: State {
        get { bound.value }
        _modify { yield &bound.value }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        state.context = context
        awaitRequest(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        state.timer?.cancel()
        state.unreadTimer?.cancel()
        state.context = nil
        forget()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            arm(context, handler.limits.requestTimeout)
            var headers = PushHeaders()
            for (name, value) in head.headers { headers.add(name.lowercased(), value) }
            state.isKeptAlive = head.isKeepAlive
            state.request = PushRequest(method: head.method.rawValue, path: head.uri, authority: head.headers.first(name: "host"), headers: headers)
        case .body(let buffer):
            receive(buffer, context)
        case .end:
            // Nil where the request was answered before its end.
            guard let request = state.request else { return }
            answer(request, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is GatewayStop {
            if state.request == nil { context.close(promise: nil) } else { state.isKeptAlive = false }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Stops reading from a client while the client doesn't read its answers.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        context.channel.setOption(.autoRead, value: isWritable).whenFailure { _ in }
        state.unreadTimer?.cancel()
        state.unreadTimer = isWritable ? nil : context.eventLoop.assumeIsolated().scheduleTask(in: handler.limits.unreadTimeout) { context.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    private func receive(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
        guard let request = state.request else { return }
        guard handler.budget.hold(buffer.readableBytes) else {
            return respond(handler.refuseHTTP1(request, role: role, .serviceUnavailable), context, isLast: true)
        }
        state.request?.body.append(contentsOf: buffer.readableBytesView)
        guard request.body.count + buffer.readableBytes > PushPayload.bodyLimit else { return }
        respond(handler.refuseHTTP1(request, role: role, .payloadTooLarge), context, isLast: true)
    }

    private func answer(_ request: PushRequest, _ context: ChannelHandlerContext) {
        state.timer?.cancel()
        guard handler.takesHTTP1(request, role: role) else {
            var response = PushResponse(
                WebPushRefusal(426, "use HTTP/2 (RFC 9113); only Web Push and posts to topics may use HTTP/1.1"))
            response.headers.append(("upgrade", "h2"))
            return respond(response, context, isLast: true)
        }
        switch handler.answer(request, role: role, source: source, session: &state.session) {
        case .now(let response): respond(response, context)
        case .later(let work):
            state.isKnown = true
            let loop = context.eventLoop
            Task {
                let response = await work()
                loop.execute { [self] in
                    if let context = state.context { respond(response, context) }
                }
            }
        }
    }

    /// - Parameter isLast: whether the connection closes after it.
    private func respond(_ response: PushResponse, _ context: ChannelHandlerContext, isLast: Bool = false) {
        forget()
        handler.metrics.count(response)
        var isEnd = isLast || !state.isKeptAlive
        if response.isBadToken {
            state.badTokens += 1
            if !handler.countBadToken(source) || state.badTokens >= handler.limits.badTokensPerConnection { isEnd = true }
        }
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.add(name: "content-length", value: "\(response.body.count)")
        if !response.body.isEmpty { headers.add(name: "content-type", value: response.contentType) }
        let closes = isEnd
        if closes { headers.add(name: "connection", value: "close") }
        context.write(
            Self.wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers))), promise: nil)
        if !response.body.isEmpty {
            context.write(Self.wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body)))), promise: nil)
        }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in if closes { bound.value.close(promise: nil) } }
        if !closes { awaitRequest(context) }
    }

    /// Drops the request, and gives its bytes back to the budget.
    private func forget() {
        guard let request = state.request else { return }
        handler.budget.release(request.body.count)
        state.request = nil
    }

    /// Sets the time by which the next request must begin. Until a request is accepted, the timeout for unauthenticated clients runs on, whatever the client
    /// sends.
    private func awaitRequest(_ context: ChannelHandlerContext) {
        let idle = TimeAmount.seconds(WebPushLimits.idleSeconds)
        arm(context, state.isKnown ? idle : min(idle, state.unauthenticatedEnd - context.eventLoop.now))
    }

    /// Closes the connection after a time.
    private func arm(_ context: ChannelHandlerContext, _ time: TimeAmount) {
        state.timer?.cancel()
        state.timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }
}
