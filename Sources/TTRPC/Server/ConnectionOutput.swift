import NIOCore
import TTRPCWire

/// The output of a connection: the frames that wait for the next flush, and how much of the earlier ones the channel still holds.
///
/// It calls nothing of the connection. It hands back the bytes that the socket doesn't take at once, for the channel.
struct ConnectionOutput {
    private var frames = OutputBuffer()
    /// Nil where other handlers change the bytes.
    private let socket: DirectSocket?
    /// Writes that the channel hasn't finished.
    private var writesUnderWay = 0
    /// All bytes sent or handed to the channel so far.
    private var flushed = 0
    /// The channel takes more.
    private(set) var isWritable = true
    /// Bytes that the channel held unsent when they were last counted; zero while it is writable.
    private var unsent = 0
    private var stall: StallWatch?
    /// Bytes charged to the uid for output that piles up.
    private var charge = 0
    private let limits: ServerLimits
    private let ledger: PeerLedger
    private let uid: UInt32

    init(socket: DirectSocket?, limits: ServerLimits, ledger: PeerLedger, uid: UInt32) {
        self.socket = socket
        self.limits = limits
        self.ledger = ledger
        self.uid = uid
    }

    /// Bytes that wait for the next flush.
    var count: Int { frames.count }

    // MARK: Frames

    /// Answers a call, or says why its answer can't be sent.
    /// - Parameter limit: bytes of the method's largest answer.
    mutating func respond(_ id: UInt32, _ payload: [UInt8], limit: Int) {
        let size = ResponseEnvelope.size(payloadCount: payload.count)
        if let refusal = refusal(ofMessage: payload.count, limit: limit, size: size) ?? charge(size) {
            frames.writeResponse(streamID: id, status: refusal)
        } else {
            frames.writeResponse(streamID: id, payload: payload)
        }
    }

    mutating func respond(_ id: UInt32, _ status: RPCStatus) { frames.writeResponse(streamID: id, status: status) }

    /// Adds a stream's message.
    mutating func send(_ message: [UInt8], on id: UInt32) { frames.writeData(streamID: id, flags: [], message: message) }

    /// Ends a stream without an answer.
    mutating func finish(_ id: UInt32) { frames.writeData(streamID: id, flags: [.remoteClosed, .noData], message: []) }

    /// Why a message is too long to be sent: it exceeds its method's limit, or with its envelope it exceeds a frame's.
    func refusal(ofMessage count: Int, limit: Int, size: Int) -> RPCStatus? {
        guard count <= limit else {
            return RPCStatus(.resourceExhausted, "answer of \(count) bytes is over the limit of \(limit) bytes for a message; ask for less")
        }
        guard size <= limits.frameLength else {
            return RPCStatus(.resourceExhausted, "answer of \(size) bytes is over the frame limit of \(limits.frameLength) bytes; ask for less")
        }
        return nil
    }

    /// Charges an answer to the uid while the channel is full.
    /// - Returns: why there is no room for it.
    private mutating func charge(_ size: Int) -> RPCStatus? {
        guard !isWritable else { return nil }
        guard unsent + count + size <= limits.bufferedBytesPerConnection else {
            return RPCStatus(
                .resourceExhausted, "\(limits.bufferedBytesPerConnection) bytes of answers wait unread on this connection, the limit; read them first")
        }
        if let refusal = ledger.takeBytes(size, uid: uid) { return refusal }
        charge += size
        return nil
    }

    // MARK: Flushing

    /// Sends what the socket takes at once.
    /// - Returns: the rest, which goes through the channel; nil: all is sent.
    mutating func flush(_ channel: any Channel) -> ByteBuffer? {
        flushed += count
        let rest = frames.flush(to: writesUnderWay == 0 && channel.isActive ? socket : nil)
        if rest != nil { writesUnderWay += 1 }
        return rest
    }

    /// The channel has finished a write.
    mutating func writeEnded() { writesUnderWay -= 1 }

    // MARK: Room

    /// The channel is full, or has room again.
    mutating func setWritable(_ isWritable: Bool) {
        self.isWritable = isWritable
        if isWritable {
            (unsent, stall) = (0, nil)
            releaseCharge()
        }
    }

    /// Notes how many bytes the full channel holds, and begins to watch whether it sends any.
    mutating func measure(unsent: Int) {
        self.unsent = unsent
        if stall == nil { stall = StallWatch(timeout: limits.stalledOutputTimeout, now: .now(), taken: flushed - unsent) }
    }

    /// When to check whether the client still reads. Nil while the channel isn't full.
    var stallCheckDue: NIODeadline? { stall?.due }

    mutating func checkStall(_ now: NIODeadline, unsent: Int) -> StallWatch.Verdict {
        self.unsent = unsent
        return stall?.check(now: now, taken: flushed - unsent) ?? .patience
    }

    mutating func releaseCharge() {
        ledger.releaseBytes(charge, uid: uid)
        charge = 0
    }
}

/// Decides whether a client still reads the output that waits for it. It reads no clock: its owner calls ``check(now:taken:)`` when ``due`` comes.
struct StallWatch {
    enum Verdict {
        /// The client reads, or still has time.
        case patience
        /// Half of the time is over, so the connection's streams must end. This verdict comes once.
        case endStreams
        /// The time is over, so the connection must be closed.
        case close
    }

    private let timeout: TimeAmount
    /// When the output was last seen moving.
    private var since: NIODeadline
    /// How many bytes the client's socket had taken by then, in total.
    private var taken: Int
    private var hasEndedStreams = false

    init(timeout: TimeAmount, now: NIODeadline, taken: Int) {
        self.timeout = timeout
        since = now
        self.taken = taken
    }

    /// When to ask next.
    var due: NIODeadline {
        since + (hasEndedStreams ? timeout : .nanoseconds(timeout.nanoseconds / 2))
    }

    /// - Parameter taken: the bytes that the client's socket has taken by now.
    mutating func check(now: NIODeadline, taken: Int) -> Verdict {
        if taken > self.taken {
            (since, self.taken) = (now, taken)
            return .patience
        }
        guard now >= due else { return .patience }
        if hasEndedStreams { return .close }
        hasEndedStreams = true
        return .endStreams
    }
}
