/// A session's effects, in order, and how many bytes the peer's window still takes.
struct SessionOutput: Sendable {
    private var effects: [SessionEffect] = []
    /// Bytes that may still be sent. One message may overdraw it, so that a large one isn't stuck.
    private(set) var credit = ReplicationLimits.window
    /// Uptime of the last message.
    private(set) var saidAt: Int64

    init(at uptime: Int64) { saidAt = uptime }

    mutating func send(_ message: PeerMessage, _ time: SessionTime) {
        credit -= message.cost
        saidAt = time.uptime
        effects.append(.send(message))
    }

    mutating func note(_ note: SessionNote) { effects.append(.note(note)) }

    mutating func add(_ effect: SessionEffect) { effects.append(effect) }

    /// The peer takes so many more bytes.
    /// - Throws: ``ReplicationFault/malformed(_:)`` for less than one byte, or more than a whole window.
    mutating func grant(_ bytes: Int) throws(ReplicationFault) {
        guard bytes > 0, bytes <= ReplicationLimits.window else { throw .malformed("a credit of \(bytes) bytes") }
        credit = min(credit + bytes, ReplicationLimits.window)
    }

    /// All effects since the last call.
    mutating func take() -> [SessionEffect] {
        defer { effects = [] }
        return effects
    }
}

/// How much the peer may still send. Anything beyond it would have to be kept somewhere.
struct ReceiveWindow: Sendable {
    private var granted = ReplicationLimits.window
    /// Bytes that were taken in and not given back yet.
    private var consumed = 0

    /// A message has come. One may overdraw the window, so that a large one isn't stuck.
    /// - Throws: ``ReplicationFault/malformed(_:)`` where the window was used up already.
    mutating func charge(_ cost: Int) throws(ReplicationFault) {
        guard cost == 0 || granted > 0 else { throw .malformed("more was sent than there was credit for") }
        granted -= cost
    }

    /// A message was taken in.
    /// - Returns: the bytes to give back to the peer; nil: they aren't a quarter of the window yet.
    mutating func consume(_ cost: Int) -> Int? {
        consumed += cost
        guard consumed >= ReplicationLimits.window / 4 else { return nil }
        defer { consumed = 0 }
        granted += consumed
        return consumed
    }
}
