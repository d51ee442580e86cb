public import WidgetCore

/// Something that a session wants done by whoever drives it: after the transaction of its step was committed, and not at all where that failed.
public enum SessionEffect: Sendable, Hashable {
    /// One that ``PeerMessage/tellsWhatIsDurable`` is sent once that is durable.
    case send(PeerMessage)
    /// The peer asks for something; answered by ``PeerSession/respond(_:_:)``, in any order and at any time.
    case perform(id: UInt64, method: String, payload: [UInt8])
    /// The answer to a request of ours.
    case answered(id: UInt64, PeerResponse)
    /// Something that a user should be able to read.
    case note(SessionNote)
    /// The link is closed. Trying again is in order, unless it says otherwise.
    case close(SessionEnd)

    /// Whether it is done only once all that was committed so far is durable.
    public var waitsForDisk: Bool { if case .send(let message) = self { message.tellsWhatIsDurable } else { false } }
}

public enum SessionNote: Sendable, Hashable {
    /// Both have what the other had when they met.
    case live
    case fork(Origin, closedAfter: Int64)
    /// A transaction from the future waits for its time.
    case held(BatchOutcome.Held)
    /// Equal vectors, different content, in these tables: it must never happen without a restored backup. It is repaired by a snapshot.
    case divergence(tables: [Int])
    case snapshotBegan
    case snapshotEnded
}

public enum SessionEnd: Sendable, Hashable, CustomStringConvertible {
    /// The peer said so.
    case bye(String)
    /// The peer broke a rule; nothing of the message was applied.
    case refused(ReplicationFault)
    /// The two versions have no common protocol: which of the two must be newer.
    case incompatible(String)
    /// It is this very device.
    case itself
    /// Nothing was heard for too long.
    case silent(for: Milliseconds)

    public var description: String {
        switch self {
        case .bye(let reason): "the other device ended the session: \(reason)"
        case .refused(let fault): "\(fault)"
        case .incompatible(let what): what
        case .itself: "this address is this device's own, or another machine has a copy of its key"
        case .silent(let pause): "nothing was heard for \(pause.count / 1_000) s"
        }
    }
}

/// The two clocks of a step: the wall's, which may be wrong and may jump, and milliseconds since some start, which only count up.
public struct SessionTime: Sendable, Hashable {
    public var wall: Timestamp
    public var uptime: Int64

    public init(wall: Timestamp, uptime: Int64) {
        self.wall = wall
        self.uptime = uptime
    }
}

/// The last reading of the peer's clock.
struct PeerClock: Sendable {
    private let now: Timestamp
    /// This device's uptime when it did: that counts on where a clock is set, but not while the machine sleeps.
    private let uptime: Int64
    /// The peer's clock less this device's.
    let offset: Milliseconds

    /// - Parameters:
    ///   - theirs: what the peer says.
    ///   - sentAt: this clock when the peer was asked; nil: it wasn't.
    init(_ theirs: Timestamp, sentAt: Timestamp?, _ time: SessionTime) {
        // Where the way there and back is known, half of it has passed; unless this clock was set meanwhile.
        let round = sentAt.map { time.wall - $0 } ?? .zero
        now = (Milliseconds.zero...ReplicationLimits.silence).contains(round) ? theirs + Milliseconds(round.count / 2) : theirs
        uptime = time.uptime
        offset = now - time.wall
    }

    /// Its reading by now.
    func reading(at uptime: Int64) -> Timestamp { now + Milliseconds(uptime - self.uptime) }
}
