import Logging
import NIOCore
import TTRPCWire

/// The client's end of a connection: a channel handler, confined to its event loop.
final class ClientConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limits: ClientLimits
    private let cancelMethod: CancelMethod?
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var context: ChannelHandlerContext?
    private var ids = StreamIDSource()
    private var pending = PendingCalls()
    private var input: FrameBuffer
    private var output: ClientOutput
    private var isReading = false
    private var isReadHeldBack = false
    private var isFlushScheduled = false
    private var alarm = Alarm()
    /// Why there is no connection any more.
    private var end: RPCStatus?

    /// - Parameter socket: nil where other handlers change the bytes.
    init(limits: ClientLimits, cancelMethod: CancelMethod?, socket: DirectSocket?, logger: Logger, eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        self.limits = limits
        self.cancelMethod = cancelMethod
        self.logger = logger
        input = FrameBuffer(maximumFrameLength: limits.frameLength)
        output = ClientOutput(socket: socket)
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        input.append(unwrapInboundIn(data))
        while end == nil {
            switch input.next() {
            case .incomplete, .announced: return
            case .frame(let header, let data): handle(header, data)
            case .oversize(let header):
                end(header.streamID, .failure(FrameDecoder.oversizeStatus(Int(header.length), limit: limits.frameLength)))
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush()
    }

    func read(context: ChannelHandlerContext) {
        if pending.mayRead {
            context.read()
        } else {
            isReadHeldBack = true
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { resumeSenders() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(RPCStatus(.unavailable, "connection failed: \(error)"))
    }

    func channelInactive(context: ChannelHandlerContext) {
        tearDown(RPCStatus(.unavailable, "the other side closed the connection"))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        tearDown(RPCStatus(.unavailable, "the connection is closed"))
        self.context = nil
    }

    private func close(_ status: RPCStatus) {
        if end == nil { end = status }
        logger.debug("closing connection", metadata: ["why": "\(status)"])
        context?.close(promise: nil)
    }

    private func tearDown(_ status: RPCStatus) {
        let status = end ?? status
        end = status
        alarm.cancel()
        for id in pending.ids { end(id, .failure(status)) }
        for sender in output.takeSenders() { sender.resume(throwing: status) }
    }

    // MARK: Calls

    func call(_ request: OutgoingRequest, _ ticket: CallTicket, _ caller: PendingCalls.Caller) {
        guard !ticket.isCancelled else { return caller.resume(throwing: CancellationError()) }
        do throws(RPCStatus) {
            try start(request) { id, deadline in
                ticket.take(id) ? .call(caller, deadline) : nil
            }
        } catch {
            caller.resume(throwing: error)
        }
    }

    /// The caller's task was cancelled.
    func abandon(_ ticket: CallTicket) {
        guard let id = ticket.cancel(), pending[id] != nil else { return }
        end(id, .failure(CancellationError()))
        tellOfCancel(id)
    }

    /// Asks the server to stop its work on a call, where there is a ``CancelMethod``. The answer of that method is ignored.
    private func tellOfCancel(_ id: UInt32) {
        guard let request = cancelMethod?.request(cancelling: id), let cancelID = ids.next() else { return }
        output.write(request, cancelID, size: request.size)
        scheduleFlush()
    }

    func openStream(_ request: OutgoingRequest, _ link: ClientLink) throws(RPCStatus) -> ClientStream {
        let inbox = StreamInbox(comfortable: limits.comfortableBytesPerStream)
        var streamID: UInt32 = 0
        try start(request) { id, deadline in
            streamID = id
            return .stream(PendingCalls.Stream(inbox: inbox, deadline: deadline, sends: request.flags.contains(.remoteOpen)))
        }
        return ClientStream(id: streamID, link: link, inbox: inbox)
    }

    /// Sends a request, and keeps its receiver until the answer comes.
    private func start(_ request: OutgoingRequest, _ make: (UInt32, NIODeadline?) -> PendingCalls.Entry?) throws(RPCStatus) {
        if let end { throw end }
        let size = request.size
        guard size <= limits.frameLength else { throw FrameDecoder.oversizeStatus(size, limit: limits.frameLength) }
        guard let id = ids.next() else { throw RPCStatus(.unavailable, "this connection has used all its stream ids; connect again") }
        let deadline = request.timeout == nil ? nil : request.deadline(from: .now())
        guard let entry = make(id, deadline) else { throw RPCStatus(.cancelled, "the call was cancelled") }
        pending.add(entry, id)
        if case .call = entry { readOn() }
        output.write(request, id, size: size)
        scheduleFlush()
        if let deadline { alarm.set(for: deadline, on: eventLoop) { self.alarmFired() } }
    }

    /// Ends a call or stream. Everything pending ends here.
    private func end(_ id: UInt32, _ result: Result<ByteBuffer?, any Error>) {
        switch pending.remove(id) {
        case .call(let caller, _): caller.resume(with: result.map { $0 ?? ByteBuffer() })
        case .stream(let stream):
            if stream.isCongested { readOn() }
            if case .success(let payload?) = result, payload.readableBytes > 0 { _ = stream.inbox.deliver(payload) }
            stream.inbox.finish(result.map { _ in })
        case nil: break
        }
    }

    private func alarmFired() {
        alarm.fired()
        let (overdue, next) = pending.overdue(at: .now())
        for id in overdue { end(id, .failure(RPCStatus.noAnswer)) }
        if let next { alarm.set(for: next, on: eventLoop) { self.alarmFired() } }
    }

    // MARK: Sending on streams

    func send(_ message: [UInt8], on id: UInt32, _ sender: ClientOutput.Sender) {
        do {
            try append(message, on: id)
        } catch {
            return sender.resume(throwing: error)
        }
        if context?.channel.isWritable == true, output.count < Tuning.flushThreshold {
            sender.resume()
        } else {
            output.add(sender)
        }
    }

    /// Sends without waiting for room.
    func post(_ message: [UInt8], on id: UInt32) throws(RPCStatus) {
        guard output.unsent + message.count <= limits.unsentBytes else {
            throw RPCStatus(.resourceExhausted, "\(limits.unsentBytes) bytes wait to be sent: the other side doesn't read")
        }
        try append(message, on: id)
    }

    private func append(_ message: [UInt8], on id: UInt32) throws(RPCStatus) {
        guard case .stream(let stream)? = pending[id] else { throw RPCStatus(.failedPrecondition, "the stream is over") }
        guard stream.sends else { throw RPCStatus(.failedPrecondition, "this side of the stream is closed") }
        guard message.count <= limits.frameLength else { throw FrameDecoder.oversizeStatus(message.count, limit: limits.frameLength) }
        output.send(message, on: id)
        scheduleFlush()
    }

    func closeSend(_ id: UInt32) {
        guard pending.closeSend(id) else { return }
        output.closeSend(id)
        scheduleFlush()
    }

    func abandonStream(_ id: UInt32) {
        closeSend(id)
        end(id, .failure(RPCStatus(.cancelled, "the stream was given up")))
    }

    // MARK: Frames

    private func handle(_ header: FrameHeader, _ data: ByteBuffer) {
        switch header.type {
        case .response: handleResponse(header.streamID, data)
        case .data: handleData(header, data)
        default: close(RPCStatus(.internal, "the server broke the protocol: it sent a frame of \(header.type)"))
        }
    }

    private func handleResponse(_ id: UInt32, _ data: ByteBuffer) {
        // The caller has given up meanwhile, so nobody needs the answer.
        guard pending[id] != nil else { return }
        do {
            let view = try data.withUnsafeReadableBytes { (bytes) in try ResponseView(bytes) }
            if let status = view.status {
                end(id, .failure(status))
            } else {
                end(id, .success(data.getSlice(at: data.readerIndex + view.payload.lowerBound, length: view.payload.count)))
            }
        } catch {
            end(id, .failure(RPCStatus(.internal, "the server sent a \(error)")))
        }
    }

    private func handleData(_ header: FrameHeader, _ data: ByteBuffer) {
        let id = header.streamID
        guard let entry = pending[id] else { return }
        guard case .stream(let stream) = entry else {
            return end(id, .failure(RPCStatus(.internal, "the server answered a unary call with a stream")))
        }
        if !header.flags.contains(.noData) {
            let unread = stream.inbox.deliver(data)
            if unread > limits.bufferedBytesPerStream {
                closeSend(id)
                return end(id, .failure(RPCStatus(.resourceExhausted, "more than \(limits.bufferedBytesPerStream) bytes of the stream wait unread")))
            }
            if unread > limits.comfortableBytesPerStream { setCongested(id, true) }
        }
        if header.flags.contains(.remoteClosed) { end(id, .success(nil)) }
    }

    // MARK: Reading held back

    private func readOn() {
        guard isReadHeldBack, pending.mayRead else { return }
        isReadHeldBack = false
        context?.read()
    }

    private func setCongested(_ id: UInt32, _ isCongested: Bool) {
        if pending.setCongested(id, isCongested) { readOn() }
    }

    /// There is room for more messages of a stream again.
    func relieved(_ id: UInt32) {
        setCongested(id, false)
    }

    // MARK: Output

    private func flush() {
        guard output.count > 0, let context else { return }
        if let rest = output.flush(context.channel) {
            let size = rest.readableBytes
            context.writeAndFlush(wrapOutboundOut(rest)).assumeIsolated().whenComplete { _ in self.output.writeEnded(size) }
        }
        if context.channel.isWritable { resumeSenders() }
    }

    private func resumeSenders() {
        for sender in output.takeSenders() { sender.resume() }
    }

    /// One flush for all that is sent in this round of the loop.
    private func scheduleFlush() {
        guard !isReading, !isFlushScheduled, let context else { return }
        isFlushScheduled = true
        context.eventLoop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.flush()
        }
    }
}
