/// A session's effects in order, and the bytes that the peer's window still allows.
struct SessionOutput: Sendable {
    private var effects: [SessionEffect] = []
    /// Bytes that may still be sent. One message may exceed the rest, so that a large message isn't stuck.
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

    /// The peer allows this many more bytes.
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

/// The bytes that the peer may still send. This device would have to keep any more somewhere.
struct ReceiveWindow: Sendable {
    private var granted = ReplicationLimits.window
    /// Bytes of handled messages that weren't given back as credit yet.
    private var consumed = 0

    /// A message has come. One message may exceed the rest of the window, so that a large message isn't stuck.
    /// - Throws: ``ReplicationFault/malformed(_:)`` where the window was used up already.
    mutating func charge(_ cost: Int) throws(ReplicationFault) {
        guard cost == 0 || granted > 0 else { throw .malformed("more was sent than there was credit for") }
        granted -= cost
    }

    /// A message was handled.
    /// - Returns: the bytes to give back to the peer. Nil while they are less than a quarter of the window.
    mutating func consume(_ cost: Int) -> Int? {
        consumed += cost
        guard consumed >= ReplicationLimits.window / 4 else { return nil }
        defer { consumed = 0 }
        granted += consumed
        return consumed
    }
}
