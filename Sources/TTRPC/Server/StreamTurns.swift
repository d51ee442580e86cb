import NIOCore

/// The order in which a connection's streams send.
///
/// Streams take turns. A turn ends when it has sent ``Tuning/turnBudget`` bytes; its last message may go beyond that. The next turn comes when the socket has
/// taken everything and the event loop has polled its sockets. So streams of small messages never fill the channel, which would stop reading. An answer to a
/// unary call has at most one turn ahead of it.
struct StreamTurns {
    private enum Phase {
        case idle
        /// The event loop will call for a turn.
        case scheduled
        /// The streams' handlers are asked for messages.
        case pumping
    }

    /// Where the messages of the last turn are.
    private enum Messages {
        case sent
        case inOutput
        /// The channel hasn't written them yet.
        case inChannel
    }

    /// Streams that have something to send, first come, first served.
    private var ready = CircularBuffer<OpenStream>(initialCapacity: 0)
    private var phase = Phase.idle
    private var messages = Messages.sent

    /// Streams wait for a turn.
    var isAwaited: Bool { !ready.isEmpty }

    /// Streams wait for a turn, and no write will cause the next one, because no message is in the output.
    var isAwaitedInVain: Bool { !ready.isEmpty && messages != .inOutput }

    mutating func enqueue(_ stream: OpenStream) {
        guard !stream.isReady, !stream.isOver else { return }
        stream.isReady = true
        ready.append(stream)
    }

    mutating func removeAll() { ready.removeAll() }

    // MARK: A turn

    /// - Returns: whether a turn has begun, which ``end()`` ends. False while one is scheduled.
    mutating func begin() -> Bool {
        guard phase == .idle, !ready.isEmpty, messages != .inChannel else { return false }
        phase = .pumping
        return true
    }

    mutating func next() -> OpenStream? {
        let stream = ready.popFirst()
        stream?.isReady = false
        return stream
    }

    mutating func end() { phase = .idle }

    // MARK: Messages

    mutating func messageIsInOutput() { messages = .inOutput }

    /// The output was sent at once.
    /// - Returns: whether it had messages.
    mutating func outputIsSent() -> Bool {
        guard messages == .inOutput else { return false }
        messages = .sent
        return true
    }

    /// The output was handed to the channel.
    /// - Returns: whether it had messages: ``channelHasWritten()`` is to be called then.
    mutating func outputIsInChannel() -> Bool {
        guard messages == .inOutput else { return false }
        messages = .inChannel
        return true
    }

    mutating func channelHasWritten() { if messages == .inChannel { messages = .sent } }

    // MARK: Scheduling

    /// - Returns: whether the caller schedules a turn, which calls ``scheduledTurnComes()``.
    mutating func schedule() -> Bool {
        guard phase == .idle, messages != .inChannel else { return false }
        phase = .scheduled
        return true
    }

    mutating func scheduledTurnComes() { phase = .idle }
}
