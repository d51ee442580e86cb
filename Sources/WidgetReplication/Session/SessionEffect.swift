public import WidgetCore

/// Something that a session's caller must do after the step's transaction was committed. Where the commit failed, it must not be done.
public enum SessionEffect: Sendable, Hashable {
    /// Sends a message. One with ``PeerMessage/tellsWhatIsDurable`` is sent only when the commits so far are durable.
    case send(PeerMessage)
    /// The peer has sent a request. It is answered with ``PeerSession/respond(_:_:_:)``, in any order and at any time.
    case perform(id: UInt64, method: String, payload: [UInt8])
    /// The answer to a request of ours.
    case answered(id: UInt64, PeerResponse)
    /// Something to record for the user.
    case note(SessionNote)
    /// The link must be closed. The caller may connect again, unless the reason forbids it.
    case close(SessionEnd)

    /// Whether the effect must wait until all commits so far are durable.
    public var waitsForDisk: Bool { if case .send(let message) = self { message.tellsWhatIsDurable } else { false } }
}

public enum SessionNote: Sendable, Hashable {
    /// Both have everything that the other had at the hello.
    case live
    case fork(Origin, closedAfter: Int64)
    /// A transaction from the future waits for its time.
    case held(BatchOutcome.Held)
    /// The vectors are equal, but the contents of these tables differ. This must never happen without a restored backup. A snapshot repairs it.
    case divergence(tables: [Int])
    case snapshotBegan
    case snapshotEnded
}

public enum SessionEnd: Sendable, Hashable, CustomStringConvertible {
    /// The peer ended the session.
    case bye(String)
    /// The peer broke a rule. Nothing of its message was applied.
    case refused(ReplicationFault)
    /// The two versions have no common protocol. The text says which of them must be updated.
    case incompatible(String)
    /// The peer is this same device.
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

/// The two clocks of a step. The wall clock may be wrong and may jump. The uptime in milliseconds only counts up.
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
    /// This device's uptime at the reading. Setting the clock doesn't change it, but it stands still while the machine sleeps.
    private let uptime: Int64
    /// The peer's clock minus this device's.
    let offset: Milliseconds

    /// - Parameters:
    ///   - theirs: the peer's clock, as it says.
    ///   - sentAt: this clock when the peer was asked. Nil where the peer wasn't asked.
    init(_ theirs: Timestamp, sentAt: Timestamp?, _ time: SessionTime) {
        // Where the round trip is known, half of it is added, unless this clock was set meanwhile.
        let round = sentAt.map { time.wall - $0 } ?? .zero
        now = (Milliseconds.zero...ReplicationLimits.silence).contains(round) ? theirs + Milliseconds(round.count / 2) : theirs
        uptime = time.uptime
        offset = now - time.wall
    }

    /// The peer's clock by now.
    func reading(at uptime: Int64) -> Timestamp { now + Milliseconds(uptime - self.uptime) }
}
