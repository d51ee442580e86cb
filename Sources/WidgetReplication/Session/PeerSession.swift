public import WidgetCore

/// One link between two devices, as a state machine: messages, changes and time go in, effects come out. Both ends run the same.
///
/// Each step runs within one transaction of the replica that it is given, which its caller ends (``Replica/finish()``) and commits: durably where that must be
/// (``ReplicaChanges/mustBeDurable``). Then its effects are done, those that say what is durable once it is (``SessionEffect/waitsForDisk``). A step that
/// throws anything but what it handles
/// itself undoes the transaction, and the session is dropped with its link.
public struct PeerSession: Sendable {
    public static let protocols = 1...1

    /// Who the link's certificate says it is.
    public let peer: DeviceID
    let version: String
    let schema: Int
    /// Where an earlier link's snapshot broke off.
    public internal(set) var resume: SnapshotResume?

    var phase = Phase.greeting
    /// What the peer has, as far as is known: what it said, sent and was sent.
    var known: [Origin: Int64] = [:]
    /// What of it the peer has said to be durable there, or has sent and so has.
    var confirmed: [Origin: Int64] = [:]
    /// Origins that the peer has closed.
    var closed: [Origin: Int64] = [:]
    var knownOwned: [OwnedKey: OwnedVersion] = [:]
    /// The set that is being sent, and the counter of the last row that was.
    var sendingOwned: (key: OwnedKey, after: Int64)?
    /// Up to where the log has been sent or skipped.
    var cursor = LogPlace.start
    /// The digest of the summary that the peer was told last.
    var toldSummary: UInt64?
    /// The closed origins that the peer was told of.
    var toldClosed: [Origin: Int64] = [:]
    var searches: [Origin: ForkSearch] = [:]
    var outgoingSnapshot: OutgoingSnapshot?
    /// The vector of the snapshot that is coming in.
    var incomingVector: [OriginState]?
    /// Uptime of its last page, or of when it was asked for.
    var pageAt: Int64 = 0

    /// Bytes that may still be sent, and that the peer may still send.
    var credit = ReplicationLimits.window
    var granted = ReplicationLimits.window
    /// Bytes that were taken in and not given back yet.
    var consumed = 0
    /// It sent as much as a step may, and hasn't looked since whether there is more.
    var isCutShort = false
    let sentPerStep: Int

    /// What the peer was told to be durable here.
    var acknowledged: [Origin: Int64] = [:]
    var acknowledgedAt: Int64 = 0
    var heardAt: Int64
    var saidAt: Int64
    /// When the peer's clock was asked for last; hello tells it first.
    var pingedAt: Int64
    /// Uptime since when nothing has changed, and the summary digest for which contents were last compared.
    var quietSince: Int64
    var comparedSummary: UInt64?
    /// When to ask again for what is held; until then nothing is taken from the log of the peer, since it may depend on that.
    var heldUntil: Timestamp?
    /// What was held last, until it comes again: what comes before it was sent before the peer heard that what followed it wasn't taken.
    var heldHere: BatchOutcome.Held?
    /// What the peer holds.
    var heldThere: BatchOutcome.Held?
    var hasResynced = false
    var nextRequest: UInt64 = 1
    var requests: Set<UInt64> = []
    /// Uptime since when and until when somebody waits for the peer to say something; nil: nobody does.
    var awaited: (since: Int64, until: Int64)?
    /// The peer's requests that aren't answered yet.
    var performing = 0
    /// The peer's clock less this one's, when it was told last.
    public internal(set) var clockOffset: Milliseconds?
    /// What the peer's clock said last, and this device's uptime when it did: that counts on where a clock is set, but not while the machine sleeps.
    var theirClock: (now: Timestamp, uptime: Int64)?
    var isLive = false
    var effects: [SessionEffect] = []

    enum Phase: Sendable { case greeting, comparing, exchanging, ended }

    /// - Parameter sentPerStep: bytes after which a step sends no more.
    public init(
        peer: DeviceID, version: String, schema: Int = SharedSchema.current.version, resume: SnapshotResume? = nil,
        sentPerStep: Int = ReplicationLimits.sentPerStep, time: SessionTime
    ) {
        self.peer = peer
        self.sentPerStep = sentPerStep
        self.version = version
        self.schema = schema
        self.resume = resume
        heardAt = time.uptime
        saidAt = time.uptime
        pingedAt = time.uptime
        quietSince = time.uptime
    }

    /// The later of the two clocks.
    func present(at time: SessionTime) -> Timestamp { max(time.wall, theirClock.map { $0.now + Milliseconds(time.uptime - $0.uptime) } ?? time.wall) }

    /// Says hello.
    public mutating func open<S>(_ replica: inout Replica<S>, _ time: SessionTime) -> [SessionEffect] {
        let summary = replica.summary().digest
        send(
            .hello(.init(protocols: Self.protocols, schema: schema, version: version, origin: replica.position.origin, now: time.wall, summary: summary)), time)
        return take()
    }

    /// Takes a message. What the peer did wrong ends the session with a reason, and nothing of the message is applied.
    public mutating func receive<S>(_ message: PeerMessage, _ replica: inout Replica<S>, _ time: SessionTime) throws -> [SessionEffect] {
        guard phase != .ended else { return [] }
        hear(time)
        do {
            try charge(message)
            try handle(message, &replica, time)
            // What follows from a step that was cut short is sent in one of its own, however many messages come in this one.
            if phase == .exchanging, !isCutShort { try pump(&replica, time) }
        } catch let fault as ReplicationFault {
            try refuse(fault, &replica, time)
        }
        try replica.saveProgress()
        giveBack(message.cost, time)
        return take()
    }

    /// Takes a request or an answer, which has nothing to do with the replica: whoever asks needn't wait for whoever writes.
    /// - Throws: ``ReplicationFault/malformed(_:)`` for anything else, before the peer's hello, or where there was no credit for it.
    public mutating func converse(_ message: PeerMessage, _ time: SessionTime) throws(ReplicationFault) -> [SessionEffect] {
        guard phase != .ended else { return [] }
        guard phase != .greeting else { throw .malformed("a message before hello") }
        hear(time)
        try charge(message)
        switch message {
        case .request(let id, let method, let payload): take(request: id, method, payload, time)
        case .response(let id, let response): take(response: id, response)
        default: throw .malformed("two messages in one")
        }
        giveBack(message.cost, time)
        return take()
    }

    /// The replica has changed: by this machine, or by another link.
    public mutating func changed<S>(_ replica: inout Replica<S>, _ time: SessionTime) throws -> [SessionEffect] {
        quietSince = time.uptime
        // What was found out on another link about a fork.
        if phase != .greeting, phase != .ended, replica.position.origins.closed != toldClosed { tellSummary(replica, time) }
        if phase == .exchanging { try pump(&replica, time) }
        return take()
    }

    /// It sent as much as a step may, perhaps not all: whoever drives the session calls ``changed(_:_:)`` once that is on its way.
    public var mayHaveMoreToSend: Bool { isCutShort && phase == .exchanging }

    /// Asks the peer for something that isn't replicated.
    /// - Returns: the request's id, which its answer has.
    public mutating func ask(_ method: String, _ payload: [UInt8], _ time: SessionTime) -> (id: UInt64, effects: [SessionEffect]) {
        let id = nextRequest
        nextRequest += 1
        requests.insert(id)
        expectWord(time)
        send(.request(id: id, method: method, payload: payload), time)
        return (id, take())
    }

    /// Answers a request of the peer.
    public mutating func respond(_ id: UInt64, _ response: PeerResponse, _ time: SessionTime) -> [SessionEffect] {
        performing -= 1
        guard phase != .ended else { return [] }
        send(.response(id: id, response), time)
        return take()
    }

    /// The link may be dead: something is sent on it, so that this is noticed.
    public mutating func poke(_ time: SessionTime) -> [SessionEffect] {
        guard phase != .ended else { return [] }
        // Where somebody waits already, pings go out by themselves, and the peer's time to answer one isn't begun anew.
        if awaited == nil { ping(time) }
        expectWord(time)
        return take()
    }

    private mutating func expectWord(_ time: SessionTime) {
        awaited = (awaited?.since ?? time.uptime, time.uptime + ReplicationLimits.answersWithin.count)
    }

    /// Something of the peer's came, perhaps not a whole message.
    public mutating func heard(at uptime: Int64) { heardAt = max(heardAt, uptime) }

    /// The peer says something.
    private mutating func hear(_ time: SessionTime) {
        heardAt = time.uptime
        if requests.isEmpty { awaited = nil }
    }

    /// Ends the session from this side.
    public mutating func end(_ reason: String, _ time: SessionTime) -> [SessionEffect] {
        guard phase != .ended else { return [] }
        send(.bye(reason), time)
        phase = .ended
        return take()
    }

    mutating func send(_ message: PeerMessage, _ time: SessionTime) {
        credit -= message.cost
        saidAt = time.uptime
        effects.append(.send(message))
    }

    mutating func take() -> [SessionEffect] {
        defer { effects = [] }
        return effects
    }

    mutating func close(_ end: SessionEnd) {
        phase = .ended
        effects.append(.close(end))
    }
}

/// Where a snapshot broke off, kept for the next link to the same peer.
public struct SnapshotResume: Sendable, Hashable {
    public var place: SnapshotPlace
    public var vector: [OriginState]

    public init(place: SnapshotPlace, vector: [OriginState]) {
        self.place = place
        self.vector = vector
    }
}

struct OutgoingSnapshot: Sendable {
    var place: SnapshotPlace
    var vector: [OriginState]
    /// What is behind it in the log comes after the snapshot.
    var logPlace: LogPlace
    var hasBegun = false
}
