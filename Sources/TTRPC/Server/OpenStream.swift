import NIOCore

/// A stream that isn't over: a unary call at work, or a stream of messages.
final class OpenStream {
    enum Role {
        case unary(Task<Void, Never>?)
        case stream(any ServerStreamHandler)
    }

    let id: UInt32
    let names: MethodNames
    let started: NIODeadline
    let deadline: NIODeadline?
    /// Bytes of its largest answer.
    let answerLength: Int
    var role: Role
    /// The client sends no more.
    var isRemoteClosed: Bool
    /// In the line of streams that have something to send.
    var isReady = false
    var isOver = false

    init(_ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, role: Role, isRemoteClosed: Bool) {
        id = context.streamID
        names = context.names
        self.started = started
        deadline = context.deadline
        answerLength = entry.answerLength
        self.role = role
        self.isRemoteClosed = isRemoteClosed
    }
}
