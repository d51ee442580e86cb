import NIOCore
import TTRPCWire

/// One client's connection: a channel handler, confined to its event loop.
///
/// Frames are taken from the input only while there is room for what they cause: the channel is writable and the calls at
/// work are below their limit. Otherwise they stay in the input, the channel isn't read, and the client's socket fills. So
/// a client that sends and doesn't read costs a bounded amount of memory.
///
/// Output goes into one buffer, flushed once per batch of input. Answers are written as they are made; stream messages are
/// pulled afterwards, in turns (`ServerConnection+Streams.swift`).
final class ServerConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let shared: ServerShared
    let limits: ServerLimits
    let link: ConnectionLink
    var context: ChannelHandlerContext?

    // The properties that each call changes are not checked for overlapping access at run time, which costs as much as
    // the changes: everything here happens on the event loop, and their own methods call nothing of the connection.

    // Input
    @exclusivity(unchecked) var input: FrameBuffer
    @exclusivity(unchecked) var ids = StreamIDRule()
    var protocolErrors = 0
    /// Bytes charged to the uid for the frame that is coming in.
    var inputCharge = 0
    private var isReading = false
    private var isProcessing = false
    private var isReadHeldBack = false

    // Calls
    var streams: [UInt32: OpenStream] = [:]
    /// Tasks that haven't returned, those of calls that were answered early (deadline, cancel) included.
    var callsInFlight = 0
    /// Bytes of the payloads that those tasks hold.
    var callBytes = 0
    var isDraining = false
    var drained: EventLoopPromise<Void>?

    // Streams
    var ready = CircularBuffer<OpenStream>(initialCapacity: 0)
    var isPumping = false
    var isTurnScheduled = false
    var turns = 0
    /// Stream messages are in `output`.
    var hasTurnInOutput = false
    /// The channel hasn't written the last turn yet.
    var isTurnUnderWay = false

    // Output
    @exclusivity(unchecked) var output = ByteBuffer()
    /// What the channel held unsent when that was last looked at; zero while it is writable.
    var unsent = 0
    /// Bytes charged to the uid for output that piles up.
    var outputCharge = 0
    let direct: DirectWriter?
    /// Writes that the channel hasn't finished.
    var writesUnderWay = 0
    /// All bytes sent or handed to the channel so far.
    var flushed = 0
    var isWritable = true
    var isFlushing = false
    var isFlushScheduled = false

    // Time
    @exclusivity(unchecked) var alarm = Alarm()
    var opened = NIODeadline.now()
    /// The newest reading of the clock: when input came, or a call ended.
    var lastActivity = NIODeadline.now()
    /// No open stream's deadline is earlier than this.
    var earliestDeadline = NIODeadline.distantFuture
    /// The first frame header has come.
    var hasShaken = false
    var stall: StallWatch?
    private var isOpen = false
    private(set) var isClosing = false

    /// - Parameter direct: `nil` where other handlers change the bytes.
    init(shared: ServerShared, link: ConnectionLink, direct: DirectWriter?) {
        self.direct = direct
        self.shared = shared
        self.link = link
        limits = shared.limits
        input = FrameBuffer(maximumFrameLength: shared.limits.frameLength, announceAbove: shared.limits.uncountedBytesPerConnection)
    }

    /// A batch of input is being worked on; its end flushes.
    var isInBatch: Bool { isReading || isProcessing }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        link.attach(self)
        if context.channel.isActive { open() }
    }

    func channelActive(context: ChannelHandlerContext) {
        open()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        lastActivity = .now()
        input.append(unwrapInboundIn(data))
        process()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        finishBatch()
    }

    func read(context: ChannelHandlerContext) {
        if hasRoom {
            context.read()
        } else {
            isReadHeldBack = true
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        if isWritable {
            relieveOutput()
            // Inside a flush, whoever flushes goes on by itself.
            if !isFlushing { resume() }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        shared.configuration.logger.debug("connection failed", metadata: ["connection": "\(link.id)", "error": "\(error)"])
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        tearDown()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        tearDown()
    }

    func close() {
        isClosing = true
        context?.close(promise: nil)
    }

    // MARK: Batches

    /// Whether another frame may be taken from the input.
    private var hasRoom: Bool {
        isWritable && callsInFlight < limits.callsInFlightPerConnection && callBytes < limits.bufferedBytesPerConnection
    }

    /// Room came back: works on what waits in the input, then reads on.
    func resume() {
        guard !isInBatch, context != nil else { return }
        process()
        finishBatch()
    }

    private func process() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        while hasRoom, !isClosing {
            switch input.next() {
            case .incomplete: return
            case .announced(let header): admit(header)
            case .frame(let header, let data): handle(header, data)
            case .oversize(let header):
                refuse(header, FrameDecoder.oversizeStatus(Int(header.length), limit: limits.frameLength))
            }
            if output.readableBytes >= Tuning.flushThreshold { flush() }
        }
    }

    private func finishBatch() {
        if !isTurnScheduled { pump() }
        flush()
        if input.hasHeader { shakeHands() }
        if isReadHeldBack, hasRoom {
            isReadHeldBack = false
            context?.read()
        }
        armAlarm()
    }

    // MARK: Life

    private func open() {
        guard let context, !isOpen else { return }
        isOpen = true
        isDraining = shared.add(link)
        shared.configuration.observer?.connectionOpened(link.id, link.peer)
        isWritable = context.channel.isWritable
        opened = .now()
        lastActivity = opened
        armAlarm()
    }

    private func tearDown() {
        guard context != nil else { return }
        context = nil
        link.attach(nil)
        alarm.cancel()
        for stream in Array(streams.values) { finish(stream, .cancelled) }
        ready.removeAll()
        drained?.succeed()
        drained = nil
        shared.ledger.releaseBytes(inputCharge + outputCharge, uid: link.peer.uid)
        shared.ledger.releaseConnection(uid: link.peer.uid)
        shared.remove(link)
        shared.configuration.observer?.connectionClosed(link.id, link.peer)
    }
}
