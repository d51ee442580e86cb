public import NIOCore
import TTRPCWire

/// The limits of a server for each connection and each user. The defaults are the documented ones; tests set smaller ones.
public struct ServerLimits: Sendable {
    /// Bytes in a frame's data. At most, and by default, the protocol's 4 MiB.
    public var frameLength = WireLimits.maximumFrameLength
    /// Bytes of one message, sent or received, without its envelope. A longer message is answered `RESOURCE_EXHAUSTED`. A frame may be larger, so that a
    /// message over this limit still gets an answer of its own. A method whose answers are larger sets ``MethodDefinition/answerLength``.
    public var messageLength = 1 << 20
    /// Open streams on a connection, unary calls included. One more is answered `RESOURCE_EXHAUSTED`. A board of all widgets needs fewer than ten.
    public var streamsPerConnection = 256
    /// Unary calls that run at once on a connection. Further frames, even a cancel, stay in the socket until a call has ended. It is half of the streams, so
    /// that there is always room for watches.
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
    /// Bytes that a connection may hold without being counted to its uid. ``connectionsPerUID`` bounds their sum.
    public var uncountedBytesPerConnection = 64 << 10
    /// How long a new connection may take to send its first whole frame header.
    public var handshakeTimeout = TimeAmount.seconds(5)
    /// How long a connection without open streams may be silent before it is closed. `nil` never closes it. The client can connect again.
    public var idleTimeout: TimeAmount? = .minutes(5)
    /// How long a client may read nothing while output waits. After half of this time the connection's streams are ended. After all of it the connection is
    /// closed.
    public var stalledOutputTimeout = TimeAmount.seconds(30)
    /// Frames against the protocol that a connection may send; each is answered, after the last the connection is closed.
    public var protocolErrorsPerConnection = 64

    public init() {}
}

/// The limits of a client for a server.
public struct ClientLimits: Sendable {
    /// Bytes in a frame's data. At most, and by default, the protocol's 4 MiB.
    public var frameLength = WireLimits.maximumFrameLength
    /// The most unread bytes of a stream's messages. Beyond it the stream ends with `RESOURCE_EXHAUSTED`. ttrpc has no flow control, so the client could
    /// otherwise only stop every other call of the connection.
    public var bufferedBytesPerStream = 8 << 20
    /// Unread bytes of a stream's messages above which the connection is read only while a call waits for its answer.
    public var comfortableBytesPerStream = 1 << 20
    /// The most bytes that may wait to be sent when a message is sent with ``ClientStream/post(_:)``. Beyond it the server isn't reading, and the stream ends
    /// with `RESOURCE_EXHAUSTED`.
    public var unsentBytes = 64 << 20

    public init() {}
}

/// Figures that nobody needs to set.
enum Tuning {
    /// Bytes of stream data after which a connection looks at its socket again. So a busy stream delays a unary reply by no more than that and one message. It
    /// is below the channel's high-water mark of 64 KiB.
    static let turnBudget = 16 << 10
    /// The pause in which a loop polls its sockets where ``NextPoll`` has no descriptor: longer than a slow machine takes to get to the poll.
    static let pollPause = TimeAmount.microseconds(20)
    /// Bytes of a frame and its answer that count as much work as a short call, which takes about a microsecond in a release build.
    static let bytesPerUnit = 512
    /// The work that all connections of a user may do within ``turnPeriod`` without taking turns: a quarter of a millisecond's short calls.
    static let unitsPerPeriod = 256
    /// The time after which a user's work is counted anew: so short that nobody notices that others worked first.
    static let turnPeriod = TimeAmount.milliseconds(1)
    /// The work of a turn.
    static let unitsPerTurn = 256
    /// A connection counts its work this often, because counting costs a tenth of a short call.
    static let unitsPerCount = 32
    /// Output is sent at this size even inside a batch of requests. A socket takes about as much at once.
    static let flushThreshold = 128 << 10
    /// Bytes of the largest output buffer that is kept for the next answer. It holds two usual answers.
    static let keptOutput = 4 << 10
    /// Read buffers: 512 bytes for an idle connection, 256 KiB for a busy one.
    static let readBuffer = (minimum: 512, initial: 1024, maximum: 256 << 10)
    /// Deadlines fire on multiples of this time, so at most this much late. So one wake-up serves many deadlines.
    static let alarmGranularity = TimeAmount.milliseconds(5)
    /// Supplementary groups of a peer that are asked for first; a user with more costs a second system call.
    static let usualGroupCount = 32
    /// Connections waiting in the kernel to be accepted.
    static let listenBacklog: Int32 = 128
    /// Refused connections of a uid that may wait to be told; more are closed at once.
    static let refusalsWaitingPerUID = 16
    /// The most that a client may send on a stream while it isn't decided whether it may open it: some credits and questions.
    static let keptWhileAsked = (frames: 16, bytes: 64 << 10)
    /// The longest message that an error status carries, in bytes. A longer one is cut.
    static let statusMessageLength = 4 << 10
    /// The most bytes of details that an error status carries. Where there are more, all details are left out.
    static let statusDetailsLength = 64 << 10
    /// Bytes of an unknown name that its error quotes.
    static let nameLengthInMessage = 200
    /// The longest timeout of a call. A longer one is shortened to this year, so that sums of times don't overflow.
    static let maximumTimeoutNanoseconds: Int64 = 365 * 86_400 * 1_000_000_000
}
