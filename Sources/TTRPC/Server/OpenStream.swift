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
    var role: Role
    /// The client sends no more.
    var isRemoteClosed: Bool
    /// In the line of streams that have something to send.
    var isReady = false
    var isOver = false

    init(id: UInt32, names: MethodNames, started: NIODeadline, deadline: NIODeadline?, role: Role, isRemoteClosed: Bool) {
        self.id = id
        self.names = names
        self.started = started
        self.deadline = deadline
        self.role = role
        self.isRemoteClosed = isRemoteClosed
    }
}
