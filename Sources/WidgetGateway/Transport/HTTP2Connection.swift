import Linux
import Logging
import NIOCore
import NIOHTTP2
import WidgetCore

/// One HTTP/2 connection of a server that sends pushes. It runs on its event loop.
///
/// It works on frames, because clients' libraries expect certain ones. Success is HEADERS with END_STREAM and no DATA. An error ends the stream with one DATA
/// frame. A stream is a value in a dictionary, not a NIO channel.
final class HTTP2Connection: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// The state that is bound to the event loop.
    struct State {
        var context: ChannelHandlerContext?
        var streams = RequestStreams()
        var session = ProviderSession()
        /// The last stream that was handled. GOAWAY names it.
        var lastStream = HTTP2StreamID.rootStream
        /// Whether GOAWAY was sent. Then no new stream is handled.
        var isGoingAway = false
        /// The windows of both sides on the whole connection.
        var receiveWindow = Tuning.streamWindow
        var sendWindow = Tuning.streamWindow
        /// Bytes of requests that are being read.
        var unfinishedBytes = 0
        var badTokens = 0
        var needsFlush = false
        var deadlines = RequestDeadlines()
        /// The client has sent a request that was accepted.
        var isKnown = false
        /// When the last request ended. For a client without an accepted request: when it connected.
        var idleSince: NIODeadline
        var idleTimer: Scheduled<Void>?
        var unreadTimer: Scheduled<Void>?
    }

    let handler: PushRequestHandler
    let role: PushRequestHandler.ListenerRole
    let source: SourceNetwork
    let certificate: PushRequest.ClientCertificate?
    let limits: GatewayLimits
    let logger: Logger
    let answers: ResponseQueue
    private let bound: NIOLoopBoundBox<State>

    /// On the connection's event loop.
    init(
        handler: PushRequestHandler, role: PushRequestHandler.ListenerRole, source: SourceNetwork, certificate: PushRequest.ClientCertificate?,
        eventLoop: any EventLoop, logger: Logger
    ) {
        self.handler = handler
        self.role = role
        self.source = source
        self.certificate = certificate
        self.logger = logger
        limits = handler.limits
        bound = NIOLoopBoundBox(State(idleSince: eventLoop.now), eventLoop: eventLoop)
        answers = ResponseQueue(eventLoop: eventLoop)
    }

    /// On the event loop alone.
    var state: State {
        get { bound.value }
        _modify { yield &bound.value }
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        state.context = context
        answers.attach(self)
        armIdleTimer(context, at: state.idleSince + limits.unauthenticatedTimeout)
        growReceiveWindow(context)
        flushIfNeeded(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        state.deadlines.cancelTimer()
        state.idleTimer?.cancel()
        state.unreadTimer?.cancel()
        state.context = nil
        handler.budget.release(state.streams.all.values.reduce(0) { $0 + $1.request.body.count + $1.headBytes })
        state.streams = RequestStreams()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers):
            if state.streams[frame.streamID] == nil {
                begin(frame.streamID, headers, context)
            }
            if headers.endStream { finish(frame.streamID, context) }
        case .data(let data):
            receive(data, on: frame.streamID, context)
            if data.endStream { finish(frame.streamID, context) }
        case .goAway:
            goAway(context, nil)
        default:
            break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        growReceiveWindow(context)
        flushIfNeeded(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as StreamClosedEvent:
            forget(event.streamID, context)
        case let event as NIOHTTP2WindowUpdatedEvent where event.streamID == .rootStream:
            if let window = event.inboundWindowSize { state.receiveWindow = window }
            if let window = event.outboundWindowSize { state.sendWindow = window }
        case is GatewayStop:
            stop(context)
        case ChannelEvent.inputClosed:
            context.close(promise: nil)
        default:
            break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug("a push connection broke", metadata: ["error": "\(error)"])
        // After an HTTP/2 error, NIO's handler has reset the stream or sent GOAWAY, and complete requests are still answered. Any other error closes the
        // connection.
        if error is any NIOHTTP2Error { goAway(context, nil, code: .protocolError) } else { context.close(promise: nil) }
    }

    /// Stops reading from a client while the client doesn't read its answers.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        context.channel.setOption(.autoRead, value: isWritable).whenFailure { _ in }
        state.unreadTimer?.cancel()
        state.unreadTimer = isWritable ? nil : context.eventLoop.assumeIsolated().scheduleTask(in: limits.unreadTimeout) { context.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    // MARK: GOAWAY

    /// Sends GOAWAY with a reason in APNs' form. The connection closes after its last answer.
    private func goAway(_ context: ChannelHandlerContext, _ reason: PushReason?, code: HTTP2ErrorCode = .noError) {
        guard !state.isGoingAway else { return }
        state.isGoingAway = true
        let data = reason.map { context.channel.allocator.buffer(bytes: PushRefusal($0).body) }
        write(.rootStream, .goAway(lastStreamID: state.lastStream, errorCode: code, opaqueData: data), context)
        flushIfNeeded(context)
        // The rest of requests that are refused already isn't needed.
        for (id, stream) in state.streams.all { if case .discarding = stream.state { reset(id, context) } }
        if state.streams.isEmpty { close(context) }
    }

    /// Gives the client time to read GOAWAY and close. Then it closes the connection.
    func close(_ context: ChannelHandlerContext) {
        flushIfNeeded(context)
        context.eventLoop.assumeIsolated().scheduleTask(in: limits.closeTimeout) { context.close(promise: nil) }
    }

    /// Sends GOAWAY while the window has room for the answers that are due. Some clients never open the connection's window again, and the bodies of errors use
    /// it up.
    func goAwayBeforeWindowCloses(_ context: ChannelHandlerContext) {
        guard role == .push else { return }
        let due = state.streams.due
        if state.sendWindow < (due + 1) * Tuning.errorBytes || due == 0 && state.sendWindow < Tuning.smallWindow { goAway(context, nil) }
    }

    func countBadToken(_ context: ChannelHandlerContext) {
        state.badTokens += 1
        let isFlood = !handler.countBadToken(source) || state.badTokens >= limits.badTokensPerConnection
        guard isFlood, !state.isGoingAway else { return }
        logger.notice("a push connection was closed: it sent too many bad tokens", metadata: ["requests": "\(state.badTokens)"])
        goAway(context, .tooManyRequests, code: .enhanceYourCalm)
    }

    /// The gateway stops. Incomplete requests are refused, and complete ones are answered.
    private func stop(_ context: ChannelHandlerContext) {
        for (id, stream) in state.streams.all {
            if case .reading = stream.state { respond(id, refusal(stream, .shutdown), context) }
        }
        goAway(context, .shutdown)
        flushIfNeeded(context)
    }

    // MARK: Time

    /// Sets the time by which the request must be complete.
    func limitRequest(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        // A copy of the streams is made first. To read one part of `state` while another is changed would be an exclusivity violation, which traps.
        let streams = state.streams
        state.deadlines.addRequest(id, context.eventLoop.now + limits.requestTimeout, in: streams, limit: limits.streams)
        armDeadlineTimer(context)
    }

    /// Sets the time by which the client must have taken the answer.
    func limitAnswer(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        let streams = state.streams
        state.deadlines.addAnswer(id, context.eventLoop.now + limits.unreadTimeout, in: streams, limit: limits.streams)
        armDeadlineTimer(context)
    }

    private func armDeadlineTimer(_ context: ChannelHandlerContext) {
        state.deadlines.armTimer(on: context.eventLoop) { [self] in
            state.deadlines.timerFired()
            checkDeadlines(context)
        }
    }

    /// Refuses requests that didn't come in time, and resets streams whose answer wasn't taken.
    private func checkDeadlines(_ context: ChannelHandlerContext) {
        let streams = state.streams
        let (unfinished, untaken) = state.deadlines.take(at: context.eventLoop.now, in: streams)
        for id in unfinished {
            if let stream = state.streams[id], case .reading = stream.state { respond(id, refusal(stream, .idleTimeout), context) }
            reset(id, context)
        }
        for id in untaken { reset(id, context, code: .cancel) }
        flushIfNeeded(context)
        armDeadlineTimer(context)
    }

    // MARK: Idle connections

    private func armIdleTimer(_ context: ChannelHandlerContext, at end: NIODeadline) {
        state.idleTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [self] in
            // Until a request is accepted, the timeout runs on, whatever the client sends.
            guard state.isKnown else { return goAway(context, .idleTimeout) }
            let now = context.eventLoop.now
            let end = (state.streams.isEmpty ? state.idleSince : now) + limits.idleTimeout
            if end <= now { goAway(context, .idleTimeout) } else { armIdleTimer(context, at: end) }
        }
    }
}
