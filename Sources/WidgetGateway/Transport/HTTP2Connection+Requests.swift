import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

/// Reading requests and answering them.
extension HTTP2Connection {
    func begin(_ id: HTTP2StreamID, _ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
        // GOAWAY tells the client that these streams weren't handled.
        guard !state.isGoingAway, id > state.lastStream else { return }
        state.lastStream = id
        let stream = RequestStream(headers.headers, certificate: certificate)
        state.streams.insert(stream, as: id)
        if !headers.endStream { limitRequest(id, context) }
        guard !handler.budget.hold(stream.headBytes) else { return }
        let refusal = refusal(stream, .serviceUnavailable)
        state.streams.change(id) { $0.drop() }
        respond(id, refusal, context)
    }

    func receive(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard case .byteBuffer(let buffer) = data.data, let stream = state.streams[id] else { return }
        let count = buffer.readableBytes
        switch stream.state {
        case .reading:
            guard handler.budget.hold(count) else { return respond(id, refusal(stream, .serviceUnavailable), context) }
            let total = stream.request.body.count + count
            state.unfinishedBytes += count
            state.streams.change(id) { $0.request.body.append(contentsOf: buffer.readableBytesView) }
            // The body is longer than any request's may be. The rules make the error for it.
            if total > PushPayload.bodyLimit { answer(id, context) }
        case .discarding(let bytes):
            state.streams.change(id) { $0.state = .discarding(bytes: bytes + count) }
            guard !data.endStream, count > 0 else { return }
            if bytes + count < Tuning.discardedBytes { write(id, .windowUpdate(windowSizeIncrement: count), context) } else { reset(id, context) }
        case .answering, .ending: break
        }
    }

    /// The client has sent the whole request.
    func finish(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let stream = state.streams[id] else { return }
        switch stream.state {
        case .reading:
            state.streams.change(id) { $0.state = .answering }
            state.unfinishedBytes -= stream.request.body.count
            answer(id, context)
        case .discarding:
            state.streams.change(id) { $0.state = .ending }
            limitAnswer(id, context)
        case .answering, .ending: break
        }
    }

    /// Answers a request that is complete, or whose body is too long for every rule.
    private func answer(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let request = state.streams[id]?.request else { return }
        let answer = handler.answer(request, role: role, source: source, session: &state.session)
        if state.session.isVerified { state.isKnown = true }
        switch answer {
        case .now(let response): respond(id, response, context)
        case .later(let work):
            state.isKnown = true
            Task { [answers] in answers.put(id, await work()) }
        }
    }

    /// Sends answers that came after their requests were read.
    func deliver(_ responses: [(HTTP2StreamID, PushResponse)]) {
        guard let context = state.context else { return }
        for (id, response) in responses { respond(id, response, context) }
        flushIfNeeded(context)
    }

    func refusal(_ stream: RequestStream, _ reason: PushReason) -> PushResponse { PushRequestHandler.refuse(stream.request, role: role, reason) }

    /// Answers a request, whole or not.
    func respond(_ id: HTTP2StreamID, _ response: PushResponse, _ context: ChannelHandlerContext) {
        guard let stream = state.streams[id] else { return }
        release(id)
        switch stream.state {
        case .reading: state.streams.change(id) { $0.state = .discarding(bytes: 0) }
        case .answering:
            state.streams.change(id) { $0.state = .ending }
            // Headers need no window, so only an answer with a body can be held up.
            if !response.body.isEmpty { limitAnswer(id, context) }
        case .discarding, .ending: return
        }
        handler.metrics.count(response)
        var headers = HPACKHeaders([(":status", "\(response.status)")])
        for (name, value) in response.headers { headers.add(name: name, value: value) }
        if !response.body.isEmpty { headers.add(name: "content-type", value: response.contentType) }
        write(id, .headers(.init(headers: headers, endStream: response.body.isEmpty)), context)
        if !response.body.isEmpty {
            write(id, .data(.init(data: .byteBuffer(context.channel.allocator.buffer(bytes: response.body)), endStream: true)), context)
        }
        if response.isBadToken { countBadToken(context) }
        goAwayBeforeWindowCloses(context)
    }

    /// Gives a stream's bytes back to the budget.
    private func release(_ id: HTTP2StreamID) {
        guard let stream = state.streams[id] else { return }
        let count = stream.request.body.count
        if case .reading = stream.state { state.unfinishedBytes -= count }
        handler.budget.release(count + stream.headBytes)
        state.streams.change(id) { $0.drop() }
    }

    /// Resets a stream. With the code `noError` the request was answered, and the client should send no more of it. Another code says that it was given up.
    func reset(_ id: HTTP2StreamID, _ context: ChannelHandlerContext, code: HTTP2ErrorCode = .noError) {
        // A reset would discard data that isn't flushed.
        flushIfNeeded(context)
        write(id, .rstStream(code), context)
        forget(id, context)
    }

    /// Removes a stream that was answered, or that the client has reset.
    func forget(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        release(id)
        guard state.streams.remove(id), state.streams.isEmpty else { return }
        if state.isKnown { state.idleSince = context.eventLoop.now }
        if state.isGoingAway { close(context) }
    }

    // MARK: Writing

    func write(_ id: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
        context.write(Self.wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
        state.needsFlush = true
    }

    func flushIfNeeded(_ context: ChannelHandlerContext) {
        guard state.needsFlush else { return }
        state.needsFlush = false
        context.flush()
    }

    /// Opens the connection's window again, up to ``GatewayLimits/unfinishedBytes``.
    func growReceiveWindow(_ context: ChannelHandlerContext) {
        let room = limits.unfinishedBytes - state.unfinishedBytes - state.receiveWindow
        guard room >= limits.unfinishedBytes / 4 else { return }
        write(.rootStream, .windowUpdate(windowSizeIncrement: room), context)
    }
}

/// Brings answers to their connection's event loop, all that have come at once. So a commit of a hundred pushes wakes the loop once.
final class ResponseQueue: Sendable {
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
