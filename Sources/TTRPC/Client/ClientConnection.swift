import Logging
import NIOCore
import TTRPCWire

/// The client's end of a connection: a channel handler, confined to its event loop.
final class ClientConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    typealias Caller = UnsafeContinuation<ByteBuffer, any Error>

    /// The receiver of a stream id's frames.
    enum Pending {
        case call(Caller, NIODeadline?)
        case stream(StreamState)

        var deadline: NIODeadline? {
            switch self {
            case .call(_, let deadline): deadline
            case .stream(let state): state.deadline
            }
        }
    }

    struct StreamState {
        let inbox: StreamInbox
        let deadline: NIODeadline?
        var sends: Bool
        /// More is unread than comfortable.
        var isCongested = false
    }

    let limits: ClientLimits
    let cancelMethod: CancelMethod?
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let direct: DirectWriter?
    /// Writes that the channel hasn't finished.
    private var writesUnderWay = 0
    private(set) var bytesUnderWay = 0
    var context: ChannelHandlerContext?
    var ids = StreamIDSource()
    var pending: [UInt32: Pending] = [:]
    private var callCount = 0
    private var congestedCount = 0

    private var input: FrameBuffer
    private var isReading = false
    private var isReadHeldBack = false
    var output = ByteBuffer()
    private var isFlushScheduled = false
    /// Senders that wait for room.
    var waitingSenders: [UnsafeContinuation<Void, any Error>] = []

    private var alarm = Alarm()
    /// Why there is no connection any more.
    private var end: RPCStatus?

    /// - Parameter direct: `nil` where other handlers change the bytes.
    init(limits: ClientLimits, cancelMethod: CancelMethod?, direct: DirectWriter?, logger: Logger, eventLoop: any EventLoop) {
        self.direct = direct
        self.eventLoop = eventLoop
        self.limits = limits
        self.cancelMethod = cancelMethod
        self.logger = logger
        input = FrameBuffer(maximumFrameLength: limits.frameLength)
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
        if mayRead {
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

    func close(_ status: RPCStatus) {
        if end == nil { end = status }
        logger.debug("closing connection", metadata: ["why": "\(status)"])
        context?.close(promise: nil)
    }

    private func tearDown(_ status: RPCStatus) {
        let status = end ?? status
        end = status
        alarm.cancel()
        for id in Array(pending.keys) { end(id, .failure(status)) }
        for sender in waitingSenders { sender.resume(throwing: status) }
        waitingSenders = []
    }

    // MARK: Reading held back

    /// A stream that isn't read stops the connection, unless a call waits for its answer: its reader may be that caller.
    private var mayRead: Bool { congestedCount == 0 || callCount > 0 }

    private func readOn() {
        guard isReadHeldBack, mayRead else { return }
        isReadHeldBack = false
        context?.read()
    }

    func setCongested(_ id: UInt32, _ isCongested: Bool) {
        guard case .stream(var state)? = pending[id], state.isCongested != isCongested else { return }
        state.isCongested = isCongested
        pending[id] = .stream(state)
        congestedCount += isCongested ? 1 : -1
        readOn()
    }

    func relieved(_ id: UInt32) {
        setCongested(id, false)
    }

    // MARK: Pending

    /// Sends a request and files who waits for it.
    func start(_ request: OutgoingRequest, _ make: (UInt32, NIODeadline?) -> Pending?) throws(RPCStatus) {
        if let end { throw end }
        let size = request.size
        guard size <= limits.frameLength else { throw FrameDecoder.oversizeStatus(size, limit: limits.frameLength) }
        guard let id = ids.next() else { throw RPCStatus(.unavailable, "this connection has used all its stream ids; connect again") }
        let deadline = request.timeout == nil ? nil : request.deadline(from: .now())
        guard let entry = make(id, deadline) else { throw RPCStatus(.cancelled, "the call was cancelled") }
        pending[id] = entry
        if case .call = entry {
            callCount += 1
            readOn()
        }
        request.write(to: &output, streamID: id, size: size)
        scheduleFlush()
        if let deadline { alarm.set(for: deadline, on: eventLoop) { self.ring() } }
    }

    /// The one way out for everything pending.
    func end(_ id: UInt32, _ result: Result<ByteBuffer?, any Error>) {
        switch pending.removeValue(forKey: id) {
        case .call(let caller, _):
            callCount -= 1
            caller.resume(with: result.map { $0 ?? ByteBuffer() })
        case .stream(let state):
            if state.isCongested {
                congestedCount -= 1
                readOn()
            }
            if case .success(let payload?) = result, payload.readableBytes > 0 { _ = state.inbox.deliver(payload) }
            state.inbox.finish(result.map { _ in })
        case nil: break
        }
    }

    private func ring() {
        alarm.rang()
        let now = NIODeadline.now()
        var earliest = NIODeadline.distantFuture
        for (id, entry) in pending {
            guard let deadline = entry.deadline else { continue }
            if deadline <= now {
                end(id, .failure(RPCStatus(.deadlineExceeded, "no answer in time")))
            } else {
                earliest = min(earliest, deadline)
            }
        }
        if earliest < .distantFuture { alarm.set(for: earliest, on: eventLoop) { self.ring() } }
    }

    // MARK: Output

    private func flush() {
        guard output.readableBytes > 0, let context else { return }
        if writesUnderWay == 0, let direct, context.channel.isActive { direct.write(&output) }
        if output.readableBytes > 0 {
            let bytes = output.readableBytes
            writesUnderWay += 1
            bytesUnderWay += bytes
            context.writeAndFlush(wrapOutboundOut(output)).assumeIsolated().whenComplete { _ in
                self.writesUnderWay -= 1
                self.bytesUnderWay -= bytes
            }
            output = ByteBuffer()
        } else if output.storageCapacity > Tuning.keptOutput {
            output = ByteBuffer()
        } else {
            output.clear()
        }
        if context.channel.isWritable { resumeSenders() }
    }

    private func resumeSenders() {
        guard !waitingSenders.isEmpty else { return }
        let senders = waitingSenders
        waitingSenders = []
        for sender in senders { sender.resume() }
    }

    /// One flush for all that is sent in this round of the loop.
    func scheduleFlush() {
        guard !isReading, !isFlushScheduled, let context else { return }
        isFlushScheduled = true
        context.eventLoop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.flush()
        }
    }
}
