import NIOCore
import NIOHTTP2

/// A user event on each connection: the gateway stops.
struct GatewayStop: Sendable {}

/// Timers, and how a connection ends.
extension HTTP2Connection {
    /// Sends GOAWAY, with a reason in APNs' form; the connection ends with its last answer.
    func leave(_ context: ChannelHandlerContext, _ reason: PushReason?, code: HTTP2ErrorCode = .noError) {
        guard !state.isLeaving else { return }
        state.isLeaving = true
        let data = reason.map { context.channel.allocator.buffer(bytes: PushRefusal($0).body) }
        write(.rootStream, .goAway(lastStreamID: state.lastStream, errorCode: code, opaqueData: data), context)
        flushIfNeeded(context)
        // Nobody waits for the rest of what is refused already.
        for (id, stream) in state.streams.all { if case .discarding = stream.state { reset(id, context) } }
        if state.streams.isEmpty { close(context) }
    }

    /// After GOAWAY: the client closes when it has read it, or is closed.
    func close(_ context: ChannelHandlerContext) {
        flushIfNeeded(context)
        context.eventLoop.assumeIsolated().scheduleTask(in: limits.farewell) { context.close(promise: nil) }
    }

    /// Some clients never open the connection's window again: what errors say eats it up. They are sent away while there is room for the answers that are due.
    func leaveBeforeTheWindowCloses(_ context: ChannelHandlerContext) {
        guard role == .push else { return }
        let due = state.streams.due
        if state.sendWindow < (due + 1) * Tuning.errorBytes || due == 0 && state.sendWindow < Tuning.smallWindow { leave(context, nil) }
    }

    func countBadToken(_ context: ChannelHandlerContext) {
        state.badTokens += 1
        let isFlood = !handler.countBadToken(source) || state.badTokens >= limits.badTokensPerConnection
        guard isFlood, !state.isLeaving else { return }
        logger.notice("a push connection was closed: it sent too many bad tokens", metadata: ["requests": "\(state.badTokens)"])
        leave(context, .tooManyRequests, code: .enhanceYourCalm)
    }

    /// The gateway stops: what isn't whole is refused, what is gets its answer.
    func stop(_ context: ChannelHandlerContext) {
        for (id, stream) in state.streams.all {
            if case .reading = stream.state { respond(id, refusal(stream, .shutdown), context) }
        }
        leave(context, .shutdown)
        flushIfNeeded(context)
    }

    // MARK: Time

    /// The request must be whole by then.
    func limitRequest(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        // Looked at before it is changed: both at once is an access conflict, which ends the process.
        let streams = state.streams
        state.timeouts.limitRequest(id, context.eventLoop.now + limits.requestTimeout, in: streams, limit: limits.streams)
        armDeadlineTimer(context)
    }

    /// The client must have taken the answer by then.
    func limitAnswer(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        let streams = state.streams
        state.timeouts.limitAnswer(id, context.eventLoop.now + limits.unreadTimeout, in: streams, limit: limits.streams)
        armDeadlineTimer(context)
    }

    private func armDeadlineTimer(_ context: ChannelHandlerContext) {
        guard let next = state.timeouts.missingTimer else { return }
        let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { [self] in
            state.timeouts.fired()
            checkDeadlines(context)
        }
        state.timeouts.arm(timer, at: next)
    }

    /// Refuses what didn't come in time, and gives up what wasn't taken.
    private func checkDeadlines(_ context: ChannelHandlerContext) {
        let streams = state.streams
        let (unfinished, untaken) = state.timeouts.take(at: context.eventLoop.now, in: streams)
        for id in unfinished {
            if let stream = state.streams[id], case .reading = stream.state { respond(id, refusal(stream, .idleTimeout), context) }
            reset(id, context)
        }
        for id in untaken { reset(id, context, code: .cancel) }
        flushIfNeeded(context)
        armDeadlineTimer(context)
    }

    // MARK: Idle connections

    func armIdleTimer(_ context: ChannelHandlerContext, at end: NIODeadline) {
        state.idleTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [self] in
            // A stranger's time runs whatever it sends.
            guard state.isKnown else { return leave(context, .idleTimeout) }
            let now = context.eventLoop.now
            let end = (state.streams.isEmpty ? state.idleSince : now) + limits.idleTimeout
            if end <= now { leave(context, .idleTimeout) } else { armIdleTimer(context, at: end) }
        }
    }
}
