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
        for (id, stream) in state.streams { if case .discarding = stream.state { reset(id, context) } }
        if state.streams.isEmpty { close(context) }
    }

    /// After GOAWAY: the client closes when it has read it, or is closed.
    func close(_ context: ChannelHandlerContext) {
        flushIfNeeded(context)
        context.eventLoop.assumeIsolated().scheduleTask(in: limits.farewell) { context.close(promise: nil) }
    }

    /// Some clients never open the connection's window again: what errors say eats it up. They are sent away while there is room for the answers that are due.
    func leaveBeforeTheWindowCloses(_ context: ChannelHandlerContext) {
        guard door == .push else { return }
        let due = state.streams.values.count { if case .answering = $0.state { true } else if case .reading = $0.state { true } else { false } }
        if state.sendWindow < (due + 1) * Tuning.errorBytes || due == 0 && state.sendWindow < Tuning.smallWindow { leave(context, nil) }
    }

    func countBadToken(_ context: ChannelHandlerContext) {
        state.badTokens += 1
        let isFlood = !desk.countBadToken(source) || state.badTokens >= limits.badTokensPerConnection
        guard isFlood, !state.isLeaving else { return }
        logger.notice("a push connection was closed: it sent too many bad tokens", metadata: ["requests": "\(state.badTokens)"])
        leave(context, .tooManyRequests, code: .enhanceYourCalm)
    }

    /// The gateway stops: what isn't whole is refused, what is gets its answer.
    func stop(_ context: ChannelHandlerContext) {
        for (id, stream) in state.streams {
            if case .reading = stream.state { respond(id, refusal(stream, .shutdown), context) }
        }
        leave(context, .shutdown)
        flushIfNeeded(context)
    }

    // MARK: Time

    func setDeadline(_ id: HTTP2StreamID, _ end: NIODeadline, _ context: ChannelHandlerContext) {
        // Nearly all are over long before their time.
        if state.deadlines.count > 2 * limits.streams {
            // Looked at before it is changed: both at once is an access conflict, which ends the process.
            let rest = state.deadlines.filter { !isOver($0.stream) }
            state.deadlines = rest
        }
        state.deadlines.append((id, end))
        armDeadlineTimer(context)
    }

    private func armDeadlineTimer(_ context: ChannelHandlerContext) {
        guard state.deadlineTimer == nil, let next = state.deadlines.first else { return }
        state.deadlineTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next.end) { [self] in
            state.deadlineTimer = nil
            checkDeadlines(context)
        }
    }

    /// Refuses what didn't come in time.
    private func checkDeadlines(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        let due = state.deadlines.prefix { $0.end <= now || isOver($0.stream) }
        state.deadlines.removeFirst(due.count)
        for (id, _) in due {
            guard let stream = state.streams[id] else { continue }
            switch stream.state {
            case .reading:
                respond(id, refusal(stream, .idleTimeout), context)
                reset(id, context)
            case .discarding: reset(id, context)
            case .answering, .ending: break
            }
        }
        flushIfNeeded(context)
        armDeadlineTimer(context)
    }

    private func isOver(_ id: HTTP2StreamID) -> Bool {
        switch state.streams[id]?.state {
        case .reading, .discarding: false
        case .answering, .ending, nil: true
        }
    }

    func armIdleTimer(_ context: ChannelHandlerContext, in time: TimeAmount) {
        state.idleTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            let idle = NIODeadline.now() - state.idleSince
            if !state.streams.isEmpty {
                armIdleTimer(context, in: limits.idleTimeout)
            } else if idle < limits.idleTimeout {
                armIdleTimer(context, in: limits.idleTimeout - idle)
            } else {
                leave(context, .idleTimeout)
            }
        }
    }
}
