import Linux
import Logging
import NIOCore
import NIOHTTP2
import Synchronization
import WidgetCore

/// One HTTP/2 connection of a server that sends pushes, on its event loop.
///
/// It works on frames: success is HEADERS with END_STREAM and no DATA, an error one DATA frame that ends the stream, as the clients' libraries expect. A
/// stream is a value in a dictionary here, not a channel of its own.
final class HTTP2Connection: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// The state that is bound to the event loop.
    struct State {
        var context: ChannelHandlerContext?
        var streams = RequestStreams()
        var session = ProviderSession()
        /// The last stream that was taken up, which GOAWAY names.
        var lastStream = HTTP2StreamID.rootStream
        /// Set once GOAWAY was sent: nothing new is taken up.
        var isLeaving = false
        /// The windows of both sides on the whole connection.
        var receiveWindow = Tuning.streamWindow
        var sendWindow = Tuning.streamWindow
        /// Bytes of requests that are being read.
        var unfinishedBytes = 0
        var badTokens = 0
        var needsFlush = false
        var timeouts = StreamTimeouts()
        /// It has shown once that it may push.
        var isKnown = false
        /// Since when there is no request; of a stranger: since when it is there.
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
    let answers: AnswerBox
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
        answers = AnswerBox(eventLoop: eventLoop)
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
        armIdleTimer(context, at: state.idleSince + limits.strangerTimeout)
        growReceiveWindow(context)
        flushIfNeeded(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        state.timeouts.cancel()
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
            leave(context, nil)
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
        // HTTP/2's handler has reset a stream, or said GOAWAY: what is whole is still answered. Any other error is the connection's end.
        if error is any NIOHTTP2Error { leave(context, nil, code: .protocolError) } else { context.close(promise: nil) }
    }

    /// A client that doesn't read its answers isn't read from.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        context.channel.setOption(.autoRead, value: isWritable).whenFailure { _ in }
        state.unreadTimer?.cancel()
        state.unreadTimer = isWritable ? nil : context.eventLoop.assumeIsolated().scheduleTask(in: limits.unreadTimeout) { context.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }
}

/// Brings answers to their connection's event loop, as many as have come in one go: a commit of a hundred pushes wakes it once.
final class AnswerBox: Sendable {
    private struct State {
        var waiting: [(HTTP2StreamID, PushResponse)] = []
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let eventLoop: any EventLoop
    private let connection: NIOLoopBoundBox<Owner>

    private struct Owner {
        weak var connection: HTTP2Connection?
    }

    /// On the event loop.
    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        connection = NIOLoopBoundBox(Owner(), eventLoop: eventLoop)
    }

    /// On the event loop.
    func attach(_ connection: HTTP2Connection) { self.connection.value.connection = connection }

    /// From any thread.
    func put(_ stream: HTTP2StreamID, _ response: PushResponse) {
        let isFirst = state.withLock { state in
            state.waiting.append((stream, response))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { eventLoop.execute { self.deliver() } }
    }

    private func deliver() {
        let responses = state.withLock { state in
            defer { state.waiting = [] }
            state.isScheduled = false
            return state.waiting
        }
        connection.value.connection?.deliver(responses)
    }
}
