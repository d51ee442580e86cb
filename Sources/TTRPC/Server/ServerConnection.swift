import NIOCore
import TTRPCWire

/// One client's connection: a channel handler, confined to its event loop.
///
/// Frames are taken from the input only while there is room for what they cause: the channel is writable and the calls at
/// work are below their limit. Otherwise they stay in the input, the channel isn't read, and the client's socket fills. So
/// a client that sends and doesn't read costs a bounded amount of memory.
///
/// Output goes into one buffer, flushed once per batch of input. Answers are written as they are made; stream messages are
/// pulled afterwards, in turns (``StreamTurns``).
///
/// This file has the channel's events, time and the way out. `ServerConnection+Calls.swift` says what frames mean.
final class ServerConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The connection's state.
    private enum Phase {
        case new
        /// The handler is in its pipeline.
        case added(ChannelHandlerContext)
        /// The server and its observer know the connection.
        case open(ChannelHandlerContext)
        /// No frame is handled and nothing is sent any more. The channel is about to close.
        case closing(ChannelHandlerContext)
        case gone
    }

    private enum Draining {
        case no
        /// New requests are refused.
        case yes
        /// New requests are refused. The promise succeeds when nothing is open any more.
        case until(EventLoopPromise<Void>)
    }

    let shared: ServerShared
    let limits: ServerLimits
    let link: ConnectionLink
    private let socket: DirectSocket?
    private var phase = Phase.new
    private var draining = Draining.no

    // The properties that each call changes are not checked for overlapping access at run time: the check costs as much as the changes. Everything here happens
    // on the event loop, and their own methods call nothing of the connection.
    @exclusivity(unchecked) private var input: ConnectionInput
    @exclusivity(unchecked) var ids = StreamIDRule()
    @exclusivity(unchecked) var calls: OpenCalls
    @exclusivity(unchecked) var turns = StreamTurns()
    @exclusivity(unchecked) var output: ConnectionOutput
    @exclusivity(unchecked) var times: ConnectionTimes

    /// Frames against the protocol so far.
    var protocolErrors = 0
    private var isReading = false
    private var isProcessing = false
    private var isReadHeldBack = false
    private var isFlushing = false
    private var isFlushScheduled = false

    /// - Parameter socket: nil where other handlers change the bytes.
    init(shared: ServerShared, link: ConnectionLink, socket: DirectSocket?) {
        self.shared = shared
        self.link = link
        self.socket = socket
        limits = shared.limits
        input = ConnectionInput(limits: limits, ledger: shared.ledger, peer: link.peer)
        calls = OpenCalls(limits: limits)
        output = ConnectionOutput(socket: socket, limits: limits, ledger: shared.ledger, uid: link.peer.uid)
        times = ConnectionTimes(handshakeTimeout: limits.handshakeTimeout)
    }

    // MARK: Phases

    /// Nil before the handler is in a pipeline, and when the connection is gone.
    private var context: ChannelHandlerContext? {
        switch phase {
        case .new, .gone: nil
        case .added(let context), .open(let context), .closing(let context): context
        }
    }

    /// No frame is handled and nothing is sent any more.
    private var isEnding: Bool {
        switch phase {
        case .closing, .gone: true
        case .new, .added, .open: false
        }
    }

    private var isGone: Bool { context == nil }

    /// New requests are refused.
    var isDraining: Bool { if case .no = draining { false } else { true } }

    /// A batch of input is being handled. Its end flushes the output.
    private var isInBatch: Bool { isReading || isProcessing }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        phase = .added(context)
        link.attach(self)
        if context.channel.isActive { open() }
    }

    func channelActive(context: ChannelHandlerContext) {
        open()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        times.noteActivity()
        input.append(unwrapInboundIn(data))
        process()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        finishBatch()
    }

    func read(context: ChannelHandlerContext) { if hasRoom { context.read() } else { isReadHeldBack = true } }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        output.setWritable(context.channel.isWritable)
        // Inside a flush, the code that flushes continues by itself.
        if output.isWritable, !isFlushing { resume() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        shared.configuration.logger.debug("connection failed", metadata: ["connection": "\(link.id)", "error": "\(error)"])
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        tearDown()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { tearDown() }

    // MARK: Life

    private func open() {
        guard case .added(let context) = phase else { return }
        phase = .open(context)
        if shared.add(link) { draining = .yes }
        shared.configuration.observer?.connectionOpened(link.id, link.peer)
        output.setWritable(context.channel.isWritable)
        times.open(handshakeTimeout: limits.handshakeTimeout)
        armAlarm()
    }

    func close() {
        guard let context else { return }
        phase = .closing(context)
        context.close(promise: nil)
    }

    private func tearDown() {
        guard !isGone else { return }
        phase = .gone
        link.attach(nil)
        times.cancelAlarm()
        for stream in calls.all { finish(stream, .cancelled) }
        turns.removeAll()
        if case .until(let promise) = draining { promise.succeed() }
        draining = .yes
        input.releaseCharge()
        output.releaseCharge()
        shared.ledger.releaseConnection(uid: link.peer.uid)
        shared.remove(link)
        shared.configuration.observer?.connectionClosed(link.id, link.peer)
    }

    // MARK: Batches

    /// Whether another frame may be taken from the input.
    private var hasRoom: Bool { output.isWritable && calls.hasRoomForTask && !input.mustWait }

    /// Room came back: works on what waits in the input, then reads on.
    private func resume() {
        guard !isInBatch, !isGone else { return }
        process()
        finishBatch()
    }

    private func process() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        while hasRoom, !isEnding {
            let before = output.count
            var bytes = 0
            switch input.next() {
            case .incomplete: return
            case .announced(let header):
                // The frame is large, so it counts to its uid while it comes in.
                if let refusal = input.admit(header) { refuse(header, refusal) }
            case .frame(let header, let data):
                bytes = Int(header.length)
                handle(header, data)
                input.releaseCharge()
            case .oversize(let header): refuse(header, FrameDecoder.oversizeStatus(Int(header.length), limit: limits.frameLength))
            }
            input.finishFrame(bytes: bytes + max(output.count - before, 0), of: link)
            if output.count >= Tuning.flushThreshold { flush() }
        }
    }

    /// Goes on with the input, of which no frame was taken while others had their turn.
    /// - Parameter units: the work that may be done, in units of ``UserTurns``.
    /// - Returns: the work that was done.
    func takeTurn(_ units: Int) -> Int {
        input.beginTurn(units)
        resume()
        return input.endTurn()
    }

    private func finishBatch() {
        pump()
        flush()
        if input.hasHeader { times.shakeHands() }
        if isReadHeldBack, hasRoom {
            isReadHeldBack = false
            context?.read()
        }
        armAlarm()
    }

    // MARK: Output

    func flush() {
        guard output.count > 0, let context, !isEnding else { return }
        if let rest = output.flush(context.channel) { write(rest, context) } else if turns.outputIsSent() { scheduleNextTurn() }
        if !output.isWritable { output.measure(unsent: bufferedByChannel) }
    }

    /// Through the channel, for what the socket doesn't take at once.
    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        let hasTurn = turns.outputIsInChannel()
        isFlushing = true
        let written = context.writeAndFlush(wrapOutboundOut(bytes))
        isFlushing = false
        written.assumeIsolated().whenComplete { _ in
            self.output.writeEnded()
            guard hasTurn, !self.isGone else { return }
            self.turns.channelHasWritten()
            self.scheduleNextTurn()
        }
    }

    /// From outside a batch: one flush for all that happens in this round of the loop.
    func scheduleFlush() {
        guard !isInBatch, !isFlushScheduled else { return }
        isFlushScheduled = true
        link.eventLoop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.resume()
        }
    }

    private var bufferedByChannel: Int {
        guard let options = context?.channel.syncOptions, let count = try? options.getOption(.bufferedWritableBytes) else { return 0 }
        return count
    }

    // MARK: Turns

    /// One turn of the streams that have something to send.
    private func pump() {
        guard !isGone, turns.begin() else { return }
        var budget = Tuning.turnBudget
        while budget > 0, output.isWritable, let stream = turns.next() { budget = serve(stream, budget) }
        turns.end()
        // A turn without messages has no write to wait for.
        if turns.isAwaitedInVain, output.isWritable { scheduleTurn() }
    }

    /// The channel has written the last turn.
    private func scheduleNextTurn() { if turns.isAwaited { scheduleTurn() } }

    /// Schedules a turn, after the loop has polled its sockets. So requests that wait there come first.
    private func scheduleTurn() {
        guard !isInBatch, turns.schedule() else { return }
        NextPoll.of(link.eventLoop).execute { self.turn() }
    }

    /// Schedules a turn in the loop's current round.
    func scheduleFirstTurn() {
        guard !isInBatch, turns.schedule() else { return }
        link.eventLoop.assumeIsolated().execute { self.turn() }
    }

    private func turn() {
        turns.scheduledTurnComes()
        guard !isInBatch else { return }
        pump()
        flush()
        armAlarm()
    }

    // MARK: Time

    /// Sets the alarm for what is due first, unless it rings before that anyway.
    private func armAlarm() {
        guard !isGone else { return }
        var due = times.handshakeDue ?? .distantFuture
        if !calls.isEmpty {
            due = min(due, calls.earliestDeadline)
        } else if calls.isIdle, let idle = limits.idleTimeout {
            due = min(due, times.lastActivity + idle)
        }
        if let stall = output.stallCheckDue { due = min(due, stall) }
        guard times.isAlarmLater(than: due) else { return }
        times.setAlarm(for: due, on: link.eventLoop) { self.alarmFired() }
    }

    private func alarmFired() {
        times.alarmFired()
        let now = NIODeadline.now()
        if let due = times.handshakeDue, now >= due { return disconnect("sent no request in \(limits.handshakeTimeout.nanoseconds / 1_000_000) ms") }
        for stream in calls.takeOverdue(now) { fail(stream, RPCStatus.overdue) }
        if calls.isIdle, let idle = limits.idleTimeout, now >= times.lastActivity + idle { return disconnect("idle") }
        if output.stallCheckDue != nil { checkStall(now) }
        flush()
        armAlarm()
    }

    private func checkStall(_ now: NIODeadline) {
        switch output.checkStall(now, unsent: bufferedByChannel) {
        case .endStreams:
            let status = RPCStatus(.resourceExhausted, "the stream's messages weren't read in time")
            for stream in calls.all { if case .stream = stream.role { fail(stream, status) } }
        case .close: disconnect("reads nothing")
        case .patience: break
        }
    }

    private func disconnect(_ why: String) {
        shared.configuration.logger.debug("closing connection", metadata: ["connection": "\(link.id)", "uid": "\(link.peer.uid)", "why": "\(why)"])
        close()
    }

    // MARK: Stopping without a cut

    /// Refuses new requests from now on, and lets the old ones finish.
    /// - Parameter promise: succeeded when nothing is open and everything is sent, or the connection is gone.
    func drain(_ promise: EventLoopPromise<Void>) {
        if case .until = draining { return promise.succeed() }
        draining = .until(promise)
        for stream in calls.all { if case .stream(let handler) = stream.role { handler.draining() } }
        reportDrained()
    }

    func reportDrained() {
        guard case .until(let promise) = draining, calls.isEmpty, let context else { return }
        draining = .yes
        flush()
        // An empty write completes when all writes before it have completed.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in promise.succeed() }
    }

    /// Ends what is still open, and closes the connection. The future succeeds when the connection is gone.
    func stop() -> EventLoopFuture<Void>? {
        let closed = context?.channel.closeFuture
        let status = RPCStatus(.unavailable, "the server is stopping")
        for stream in calls.all { fail(stream, status) }
        flush()
        close()
        return closed
    }
}
