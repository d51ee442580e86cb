public import NIOCore

/// The next step of a stream when there is room for a message.
public enum StreamStep: Sendable {
    /// Send this, and ask again when it is this stream's turn.
    case message([UInt8])
    /// Nothing to send until ``ServerStream/wake()``.
    case idle
    /// The end: no more messages, no answer (Data with `remote closed`).
    case finish
    /// The end, with a final answer (Response).
    case end([UInt8])
}

/// The server's side of one stream. All calls come on the connection's event loop.
///
/// Messages are pulled, never pushed: a handler keeps its latest state and makes a message of it when asked, so that a slow
/// reader costs no queue. A throwing call ends the stream with what was thrown.
public protocol ServerStreamHandler: AnyObject {
    /// A message from the client (credits and the like).
    func receive(_ message: ByteBuffer) throws
    /// The client sends no more. Where nothing else is due, end with ``StreamStep/finish``; call ``ServerStream/wake()`` so
    /// that ``next()`` is pulled.
    func remoteClosed()
    /// Pulled when there is room: once after the start, after each message, and after ``ServerStream/wake()``.
    func next() throws -> StreamStep
    /// The server is going to stop and lets streams end by themselves until its deadline. By default nothing happens, and
    /// the stream ends with `UNAVAILABLE` when the deadline comes.
    func draining()
    /// The stream is over, whatever the cause. Called exactly once; nothing is called afterwards.
    func closed()
}

extension ServerStreamHandler {
    public func draining() {}
}
