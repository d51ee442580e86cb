public import NIOCore
import TTRPCWire

/// The limits of a server for each connection and each user. The defaults are the documented ones; tests set smaller ones.
public struct ServerLimits: Sendable {
    /// Bytes in a frame's data. At most, and by default, the protocol's 4 MiB.
    public var frameLength = WireLimits.maximumFrameLength
    /// Bytes of one message, sent or received, without its envelope; a longer one is answered `RESOURCE_EXHAUSTED`. A frame
    /// may be larger, so that a message over this limit is told from one that no server takes. Services whose messages are
    /// larger by nature set their own, and single methods theirs: ``MethodDefinition/answerLength``.
    public var messageLength = 1 << 20
    /// Open streams on a connection, unary calls included; one more is answered `RESOURCE_EXHAUSTED`. A board of all
    /// widgets needs a handful.
    public var streamsPerConnection = 256
    /// Unary calls at work on a connection; further frames, a cancel among them, stay in the socket until one has ended.
    /// Half of the streams, so that watches always find room.
    public var callsInFlightPerConnection = 128
    /// Bytes that a connection may make us hold, requests and answers together: two frames of the largest size.
    public var bufferedBytesPerConnection = 8 << 20
    /// Connections of a uid; more are told `RESOURCE_EXHAUSTED` and closed. One user's bars, boards and scripts.
    public var connectionsPerUID = 64
    /// Open streams of a uid over all its connections, unary calls that don't answer at once included.
    public var streamsPerUID = 4096
    /// Bytes that a uid may make us hold over all its connections, as far as they exceed
    /// ``uncountedBytesPerConnection``.
    public var bufferedBytesPerUID = 64 << 20
    /// Bytes that a connection may hold without being counted to its uid; the bound of 64 connections bounds it.
    public var uncountedBytesPerConnection = 64 << 10
    /// How long a new connection may take to send its first whole frame header.
    public var handshakeTimeout = TimeAmount.seconds(5)
    /// How long a connection without open streams may be silent before it is closed; `nil`: for ever. A client that comes
    /// back connects again.
    public var idleTimeout: TimeAmount? = .minutes(5)
    /// How long output may stand still. After half of it the connection's streams end, after all of it the connection.
    public var stalledOutputTimeout = TimeAmount.seconds(30)
    /// Frames against the protocol that a connection may send; each is answered, after the last the connection is closed.
    public var protocolErrorsPerConnection = 64

    public init() {}
}

/// The limits of a client for a server.
public struct ClientLimits: Sendable {
    /// Bytes in a frame's data. At most, and by default, the protocol's 4 MiB.
    public var frameLength = WireLimits.maximumFrameLength
    /// Unread bytes of a stream's messages; beyond, the stream ends with `RESOURCE_EXHAUSTED`. ttrpc has no flow control, so
    /// that the alternative would be to hold up every other call of the connection.
    public var bufferedBytesPerStream = 8 << 20
    /// Unread bytes of a stream's messages at which the connection isn't read on while no call waits for an answer.
    public var comfortableBytesPerStream = 1 << 20
    /// Bytes that wait to be sent, where a sender doesn't wait for room itself (``ClientStream/post(_:)``); beyond, its stream ends with `RESOURCE_EXHAUSTED`:
    /// the server doesn't read.
    public var unsentBytes = 64 << 20

    public init() {}
}

/// Figures that nobody needs to set.
enum Tuning {
    /// Bytes of stream data a connection sends before it looks at its socket again, so that a saturating stream delays a
    /// unary reply by no more than that. It is below the channel's high-water mark of 64 KiB.
    static let turnBudget = 16 << 10
    /// The pause between two turns: the shortest that lets the event loop poll its sockets. `execute` would not.
    static let turnPause = TimeAmount.microseconds(1)
    /// The loop polls only if it finds nothing due, so that a microsecond may be over before it looks, in a slow build always. The stream's own connection is
    /// looked at before each turn. For the other connections every so many turns have a longer pause; more often would halve a stream's throughput.
    static let turnsPerLongPause = 16
    static let longTurnPause = TimeAmount.microseconds(20)
    /// Output is handed to the channel at this size even inside a batch of requests: the channel's high-water mark.
    static let flushThreshold = 64 << 10
    /// An output buffer up to this size is kept for the next answer, in bytes; two of our usual answers.
    static let keptOutput = 4 << 10
    /// Read buffers: 512 bytes for an idle connection, 256 KiB for a busy one.
    static let readBuffer = (minimum: 512, initial: 1024, maximum: 256 << 10)
    /// Deadlines fire on multiples of this, late by at most as much, so that many need one wake-up.
    static let alarmGranularity = TimeAmount.milliseconds(5)
    /// Supplementary groups of a peer that are asked for first; a user with more costs a second system call.
    static let usualGroupCount = 32
    /// Connections waiting in the kernel to be accepted.
    static let listenBacklog: Int32 = 128
    /// Refused connections of a uid that may wait to be told; more are closed at once.
    static let refusalsWaitingPerUID = 16
    /// The largest message that an error status carries, in bytes.
    static let statusMessageLength = 4 << 10
    /// The most details that an error status carries, in bytes; more are left away.
    static let statusDetailsLength = 64 << 10
    /// Bytes of an unknown name that its error quotes.
    static let nameLengthInMessage = 200
    /// The longest timeout of a call; a longer one is as good as this. A year, so that sums of times don't overflow.
    static let maximumTimeoutNanoseconds: Int64 = 365 * 86_400 * 1_000_000_000
}
