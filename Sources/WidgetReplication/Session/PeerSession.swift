public import WidgetCore

/// One link between two devices, as a state machine. Its inputs are messages, changes and time, and its outputs are effects. Both ends run the same code.
///
/// Each step runs within one transaction of the replica that it is given. The caller ends the transaction (``Replica/finish()``) and commits it, durably where
/// ``ReplicaChanges/mustBeDurable`` says so. Then the caller performs the effects; some must wait for the disk (``SessionEffect/waitsForDisk``). If a step
/// throws, the caller rolls the transaction back, and drops the session with its link.
public struct PeerSession: Sendable {
    public static let protocols = 1...1

    /// The device that the link's certificate names.
    public let peer: DeviceID
    private let version: String
    private let schema: Int
    private let sentPerStep: Int
    private let comparedOnEachSide: Int

    private var phase: Phase
    private var output: SessionOutput
    private var window = ReceiveWindow()
    private var keepAlive: KeepAlive
    private var requests = PeerRequests()
    /// The devices with which this one is linked.
    private var links: Set<DeviceID> = []
    /// The last reading of the peer's clock. Nil before the peer's hello.
    private var clock: PeerClock?

    private enum Phase: Sendable {
        /// The peer's hello is awaited. Nothing has changed here since the uptime `quietSince`.
        case greeting(resume: SnapshotResume?, quietSince: Int64)
        case synchronizing(ReplicaSync)
        case ended(resume: SnapshotResume?)
    }

    /// - Parameters:
    ///   - resume: where an earlier link's snapshot broke off.
    ///   - sentPerStep: bytes after which a step sends no more.
    ///   - comparedOnEachSide: with how many devices contents are compared, in each direction of the ring.
    public init(
        peer: DeviceID, version: String, schema: Int = SharedSchema.current.version, resume: SnapshotResume? = nil,
        sentPerStep: Int = ReplicationLimits.sentPerStep, comparedOnEachSide: Int = ReplicationLimits.comparedOnEachSide, time: SessionTime
    ) {
        self.peer = peer
        self.sentPerStep = sentPerStep
        self.comparedOnEachSide = comparedOnEachSide
        self.version = version
        self.schema = schema
        phase = .greeting(resume: resume, quietSince: time.uptime)
        output = SessionOutput(at: time.uptime)
        keepAlive = KeepAlive(at: time.uptime)
    }

    // MARK: State

    /// The place from which the peer's snapshot continues.
    public var resume: SnapshotResume? {
        switch phase {
        case .greeting(let resume, _), .ended(let resume): resume
        case .synchronizing(let sync): sync.resume
        }
    }

    /// The peer's clock minus this one's, as of the last reading.
    public var clockOffset: Milliseconds? { clock?.offset }

    /// The uptime at which the last page of a snapshot came, or the snapshot was asked for. Nil where no snapshot is coming in.
    public var snapshotAt: Int64? { sync?.snapshotAt }

    /// Whether the last step sent as much as a step may. Then the caller must call ``changed(_:_:)`` again once those messages are on their way.
    public var mayHaveMoreToSend: Bool { sync?.mayHaveMoreToSend ?? false }

    /// Whether this link has seen everything that is here, and has sent what the peer lacks. Then it needn't be told of the changes so far.
    /// - Throws: the storage's errors.
    public func isCaughtUp<S>(with replica: Replica<S>) throws -> Bool { try sync?.isCaughtUp(with: replica, credit: output.credit) ?? false }

    /// The devices whose changes this session needn't be told of: the peer gets them from those devices. It takes them in at its next step.
    public func unconcernedDevices<S>(_ replica: Replica<S>) -> Set<DeviceID> { sync?.unconcernedDevices(replica) ?? [] }

    public func lag<S>(_ replica: Replica<S>) -> SessionLag { sync?.lag(replica) ?? SessionLag() }

    /// The uptime at which ``tick(_:_:)`` has something to do.
    public func nextStep<S>(_ replica: Replica<S>, _ time: SessionTime) -> Int64 {
        let next = keepAlive.nextStep(saidAt: output.saidAt)
        return max(min(next, sync?.nextStep(replica, time) ?? next), time.uptime)
    }

    /// The uptime at which an awaited peer is sent a ping, or counts as gone. Nil while nobody waits.
    public var nextProbe: Int64? { keepAlive.probeDue(saidAt: output.saidAt) }

    private var sync: ReplicaSync? { if case .synchronizing(let sync) = phase { sync } else { nil } }

    private var isEnded: Bool { if case .ended = phase { true } else { false } }

    // MARK: Steps

    /// Says hello.
    public mutating func open<S>(_ replica: inout Replica<S>, _ time: SessionTime) -> [SessionEffect] {
        let summary = replica.position.summaryDigest
        output.send(
            .hello(.init(protocols: Self.protocols, schema: schema, version: version, origin: replica.position.origin, now: time.wall, summary: summary)), time)
        return output.take()
    }

    /// Takes a message. Where it breaks a rule, the session ends with the reason, and nothing of the message is applied.
    /// - Throws: the storage's errors.
    public mutating func receive<S>(_ message: PeerMessage, _ replica: inout Replica<S>, _ time: SessionTime) throws -> [SessionEffect] {
        guard !isEnded else { return [] }
        noteReceived(time)
        do {
            try window.charge(message.cost)
            try handle(message, &replica, time)
            try synchronize { try $0.pumpUnlessCutShort(replica, time, &$1) }
        } catch let fault as ReplicationFault {
            if synchronize({ $0.resync(after: fault, replica, time, &$1) }) != true {
                output.send(.bye("\(fault)"), time)
                close(.refused(fault))
            }
        }
        try replica.saveProgress()
        giveBack(message.cost, time)
        return output.take()
    }

    /// Takes a request or a response. These don't use the replica, so they don't wait for its writers.
    /// - Throws: ``ReplicationFault/malformed(_:)`` for any other message, before the peer's hello, or where there was no credit for it.
    public mutating func receiveCall(_ message: PeerMessage, _ time: SessionTime) throws(ReplicationFault) -> [SessionEffect] {
        guard !isEnded else { return [] }
        if case .greeting = phase { throw .malformed("a message before hello") }
        noteReceived(time)
        try window.charge(message.cost)
        switch message {
        case .request(let id, let method, let payload): take(request: id, method, payload, time)
        case .response(let id, let response): take(response: id, response)
        default: throw .malformed("two messages in one")
        }
        giveBack(message.cost, time)
        return output.take()
    }

    /// The replica was changed by this machine or by another link.
    /// - Throws: the storage's errors.
    public mutating func changed<S>(_ replica: inout Replica<S>, _ time: SessionTime) throws -> [SessionEffect] {
        if case .greeting(let resume, _) = phase { phase = .greeting(resume: resume, quietSince: time.uptime) }
        try synchronize { try $0.changed(replica, time, &$1) }
        return output.take()
    }

    /// This device is linked with these devices now. The peer hears of it with the next acknowledgement, and then holds back their changes, which this device
    /// gets from themselves.
    public mutating func setLinks(_ devices: Set<DeviceID>) {
        links = devices
        synchronize { sync, _ in sync.setLinks(devices) }
    }

    /// Acknowledges, keeps the link alive, and compares contents. It is called at ``nextStep(_:_:)`` or later.
    /// - Throws: the storage's errors.
    public mutating func tick<S>(_ replica: inout Replica<S>, _ time: SessionTime) throws -> [SessionEffect] {
        guard !isEnded else { return [] }
        keepAlive.expireWait(at: time.uptime)
        if let silence = keepAlive.exceededSilence(at: time.uptime) {
            close(.silent(for: silence))
            return output.take()
        }
        let present = present(at: time)
        try synchronize { try $0.tick(&replica, time, present: present, &$1) }
        if time.uptime >= keepAlive.pingDue(saidAt: output.saidAt) { ping(time) }
        try replica.saveProgress()
        return output.take()
    }

    /// Asks the peer for something that isn't replicated.
    /// - Returns: the request's id, which its response has too.
    public mutating func ask(_ method: String, _ payload: [UInt8], _ time: SessionTime) -> (id: UInt64, effects: [SessionEffect]) {
        let id = requests.begin()
        keepAlive.expectAnswer(at: time.uptime)
        output.send(.request(id: id, method: method, payload: payload), time)
        return (id, output.take())
    }

    /// Answers a request of the peer.
    public mutating func respond(_ id: UInt64, _ response: PeerResponse, _ time: SessionTime) -> [SessionEffect] {
        requests.performed()
        guard !isEnded else { return [] }
        output.send(.response(id: id, response), time)
        return output.take()
    }

    /// Sends a ping, because the link may be dead, so that this is noticed.
    public mutating func pingIfIdle(_ time: SessionTime) -> [SessionEffect] {
        guard !isEnded else { return [] }
        // Where somebody waits already, pings are sent anyway, and the peer's time to answer must not begin again.
        if !keepAlive.isAwaited { ping(time) }
        keepAlive.expectAnswer(at: time.uptime)
        return output.take()
    }

    /// Bytes have come from the peer, perhaps not a whole message.
    public mutating func noteReceived(at uptime: Int64) { keepAlive.noteReceived(at: uptime) }

    /// Ends the session from this side.
    public mutating func end(_ reason: String, _ time: SessionTime) -> [SessionEffect] {
        guard !isEnded else { return [] }
        output.send(.bye(reason), time)
        phase = .ended(resume: resume)
        return output.take()
    }

    // MARK: Messages

    private mutating func handle<S>(_ message: PeerMessage, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        switch message {
        case .hello(let hello): return try greet(hello, &replica, time)
        case .bye(let reason): return close(.bye(reason))
        default: if case .greeting = phase { throw ReplicationFault.malformed("a message before hello") }
        }
        switch message {
        case .request(let id, let method, let payload): take(request: id, method, payload, time)
        case .response(let id, let response): take(response: id, response)
        case .credit(let bytes): try output.grant(bytes)
        case .ping(let sentAt): output.send(.pong(sentAt: sentAt, now: time.wall), time)
        case .pong(let sentAt, let now): clock = PeerClock(now, sentAt: sentAt, time)
        default:
            let present = present(at: time)
            try synchronize { try $0.receive(message, &replica, time, present: present, &$1) }
        }
    }

    private mutating func greet<S>(_ hello: PeerMessage.Hello, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard case .greeting(let resume, let quietSince) = phase else { throw ReplicationFault.malformed("a second hello") }
        guard hello.origin.device == peer else { throw ReplicationFault.forbidden("a hello in another device's name") }
        guard peer != replica.position.device else { return close(.itself) }
        let (mine, theirs) = (Self.protocols, hello.protocols)
        guard theirs.overlaps(mine) else {
            let needed =
                theirs.lowerBound > mine.upperBound
                ? "this device must be brought up to date: the other one (\(hello.version)) needs protocol \(theirs.lowerBound), "
                    + "this one speaks up to \(mine.upperBound)"
                : "the other device (\(hello.version)) must be brought up to date: it speaks protocol up to \(theirs.upperBound), "
                    + "this one needs \(mine.lowerBound)"
            output.send(.bye(needed), time)
            return close(.incompatible(needed))
        }
        clock = PeerClock(hello.now, sentAt: nil, time)
        phase = .synchronizing(
            ReplicaSync(
                with: peer, links: links, resume: resume, quietSince: quietSince, sentPerStep: sentPerStep, comparedOnEachSide: comparedOnEachSide))
        try synchronize { try $0.begin(hello.summary, &replica, time, &$1) }
    }

    private mutating func take(request id: UInt64, _ method: String, _ payload: [UInt8], _ time: SessionTime) {
        guard requests.accept() else {
            let error = WidgetError(.resourceExhausted, "\(ReplicationLimits.requestsAtOnce) requests aren't answered yet, the limit; try again later")
            return output.send(.response(id: id, PeerResponse(error)), time)
        }
        output.add(.perform(id: id, method: method, payload: payload))
    }

    private mutating func take(response id: UInt64, _ response: PeerResponse) {
        guard requests.answered(id) else { return }
        output.add(.answered(id: id, response))
        if !requests.isAnswerAwaited { keepAlive.stopWaiting() }
    }

    // MARK: Parts

    /// Changes the synchronization in place. Returns nil before the peer's hello and after the end, when there is none.
    @discardableResult
    private mutating func synchronize<R>(_ body: (inout ReplicaSync, inout SessionOutput) throws -> R) rethrows -> R? {
        guard case .synchronizing(var sync) = phase else { return nil }
        // The phase must not keep a second reference to the synchronization's collections, or each change would copy them.
        phase = .ended(resume: nil)
        defer { phase = .synchronizing(sync) }
        return try body(&sync, &output)
    }

    private mutating func close(_ end: SessionEnd) {
        phase = .ended(resume: resume)
        output.add(.close(end))
    }

    /// A message has come from the peer.
    private mutating func noteReceived(_ time: SessionTime) {
        keepAlive.noteReceived(at: time.uptime)
        if !requests.isAnswerAwaited { keepAlive.stopWaiting() }
    }

    private mutating func ping(_ time: SessionTime) {
        keepAlive.pinged(at: time.uptime)
        output.send(.ping(sentAt: time.wall), time)
    }

    private mutating func giveBack(_ cost: Int, _ time: SessionTime) {
        guard let credit = window.consume(cost), !isEnded else { return }
        output.send(.credit(credit), time)
    }

    /// The later of the two clocks.
    private func present(at time: SessionTime) -> Timestamp { max(time.wall, clock?.reading(at: time.uptime) ?? time.wall) }
}

/// The requests of both sides that aren't answered yet.
struct PeerRequests: Sendable {
    private var nextID: UInt64 = 1
    /// The ids of this side's requests.
    private var asked: Set<UInt64> = []
    /// The number of the peer's requests.
    private var performing = 0

    /// Whether this side waits for an answer.
    var isAnswerAwaited: Bool { !asked.isEmpty }

    /// - Returns: the id of a new request of this side.
    mutating func begin() -> UInt64 {
        defer { nextID += 1 }
        asked.insert(nextID)
        return nextID
    }

    /// The peer has answered.
    /// - Returns: false for a request that wasn't sent, or was answered before.
    mutating func answered(_ id: UInt64) -> Bool { asked.remove(id) != nil }

    /// The peer has sent a request.
    /// - Returns: false where too many of its requests wait already.
    mutating func accept() -> Bool {
        guard performing < ReplicationLimits.requestsAtOnce else { return false }
        performing += 1
        return true
    }

    /// A request of the peer is answered.
    mutating func performed() { performing -= 1 }
}
