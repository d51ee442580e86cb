import NIOCore

/// The streams that are open on a connection, unary calls included, and the tasks of those calls.
struct OpenCalls {
    private var streams: [UInt32: OpenStream] = [:]
    /// No open stream's deadline is earlier than this.
    private(set) var earliestDeadline = NIODeadline.distantFuture
    /// Tasks that haven't returned, those of calls that were answered early (deadline, cancel) included.
    private var tasks = 0
    /// Bytes of the payloads that those tasks hold.
    private var taskBytes = 0
    private let limits: ServerLimits

    init(limits: ServerLimits) { self.limits = limits }

    subscript(id: UInt32) -> OpenStream? { streams[id] }

    /// All open streams, as a copy, because the caller ends streams while it goes through them.
    var all: [OpenStream] { Array(streams.values) }

    var isEmpty: Bool { streams.isEmpty }

    /// One more stream may be opened.
    var hasRoomForStream: Bool { streams.count < limits.streamsPerConnection }

    mutating func open(_ stream: OpenStream) {
        streams[stream.id] = stream
        if let deadline = stream.deadline { earliestDeadline = min(earliestDeadline, deadline) }
    }

    mutating func close(_ stream: OpenStream) { streams[stream.id] = nil }

    /// The streams whose deadline has passed. They are still open.
    mutating func takeOverdue(_ now: NIODeadline) -> [OpenStream] {
        guard earliestDeadline <= now else { return [] }
        earliestDeadline = .distantFuture
        var overdue: [OpenStream] = []
        for stream in streams.values {
            guard let deadline = stream.deadline else { continue }
            if deadline <= now { overdue.append(stream) } else { earliestDeadline = min(earliestDeadline, deadline) }
        }
        return overdue
    }

    // MARK: Tasks

    /// Whether the running tasks are below their limits, so that another frame may be handled.
    var hasRoomForTask: Bool { tasks < limits.callsInFlightPerConnection && taskBytes < limits.bufferedBytesPerConnection }

    /// Nothing is open and no task is at work.
    var isIdle: Bool { streams.isEmpty && tasks == 0 }

    /// A task begins that holds a payload of `size` bytes.
    mutating func taskBegins(_ size: Int) {
        tasks += 1
        taskBytes += size
    }

    mutating func taskEnded(_ size: Int) {
        tasks -= 1
        taskBytes -= size
    }
}

/// A stream that isn't over: a unary call at work, or a stream of messages.
final class OpenStream {
    enum Role {
        case unary(Task<Void, Never>?)
        case stream(any ServerStreamHandler)
        /// It isn't decided yet whether the caller may call it.
        case asked(UndecidedCall)
    }

    let id: UInt32
    let requested: RequestedMethod
    let started: NIODeadline
    let deadline: NIODeadline?
    /// Bytes of the method's largest answer.
    let answerLength: Int
    var role: Role
    /// The client sends no more.
    var isRemoteClosed: Bool
    /// The stream is in ``StreamTurns``' queue.
    var isReady = false
    var isOver = false

    init(_ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, role: Role, isRemoteClosed: Bool) {
        id = context.streamID
        requested = context.requested
        self.started = started
        deadline = context.deadline
        answerLength = entry.answerLength
        self.role = role
        self.isRemoteClosed = isRemoteClosed
    }
}
