import Linux
public import Logging
public import NIOCore
import Synchronization
public import TTRPC
import TTRPCWire
public import WidgetCore

/// The links to a user's other devices: dials those that aren't connected, serves those that dial, keeps one session with each, and tells all of them when
/// something changed here.
public final class PeerMesh<Store: SyncStore>: Sendable {
    let store: Store
    let device: DeviceID
    let version: String
    let loop: any EventLoop
    let now: @Sendable () -> Timestamp
    let logger: Logger
    let delegate: any MeshDelegate
    let dialer: PeerDialer
    let state = Mutex(MeshState())

    /// - Parameters:
    ///   - version: of widgetd, which peers are told.
    ///   - loop: for timers.
    public init(
        store: Store, device: DeviceID, version: String, dialer: PeerDialer, loop: any EventLoop, now: @escaping @Sendable () -> Timestamp,
        delegate: any MeshDelegate, logger: Logger
    ) {
        self.store = store
        self.device = device
        self.version = version
        self.dialer = dialer
        self.loop = loop
        self.now = now
        self.delegate = delegate
        self.logger = logger
    }

    /// The service that members are given: to be part of ``PeerServices``.
    public var service: ServiceDefinition {
        ServiceDefinition(
            name: Self.serviceName,
            methods: [
                MethodDefinition(name: Self.methodName, right: .manage, handler: .stream { [self] context, _, stream in try accept(context, stream) })
            ])
    }

    /// The same service for devices that aren't members: to be part of ``PeerServices`` for candidates. One that was forgotten dials as if it still were one.
    public var refusal: ServiceDefinition {
        ServiceDefinition(
            name: Self.serviceName,
            methods: [
                MethodDefinition(
                    name: Self.methodName, right: .manage,
                    handler: .stream { _, _, _ in
                        throw RPCStatus(
                            .permissionDenied, "this device isn't a member there: it was forgotten, or never was one (docs/devices.md says what to do)")
                    })
            ])
    }

    static var serviceName: String { "widgetd.v1.Peer" }
    static var methodName: String { "Sync" }

    // MARK: Wanted links

    /// Replaces the devices that links are kept to. The session with one that isn't among them any more is ended.
    public func setTargets(_ targets: [PeerTarget]) {
        let uptime = Uptime.now
        let ended = state.withLock { state -> [SessionMailbox] in
            let wanted = Dictionary(targets.map { ($0.device, $0.addresses) }, uniquingKeysWith: +)
            var ended: [SessionMailbox] = []
            for (device, addresses) in wanted where device != self.device {
                state.peers[device, default: MeshState.Peer()].isTarget = true
                state.peers[device]?.plan.set(addresses, uptime: uptime)
            }
            for device in state.peers.keys where wanted[device] == nil {
                if let mailbox = state.peers[device]?.session?.mailbox { ended.append(mailbox) }
                state.peers[device]?.isTarget = false
            }
            return ended
        }
        for mailbox in ended { mailbox.post(.end(reason: "the device isn't a member any more")) }
        dialDue()
    }

    /// It may work now: the network changed, the machine woke up.
    public func hurry() {
        let uptime = Uptime.now
        state.withLock { state in
            for device in state.peers.keys where state.peers[device]?.session == nil { state.peers[device]?.plan.hurry(uptime: uptime) }
        }
        // A link that broke while the machine slept is noticed by what is sent on it.
        for mailbox in mailboxes { mailbox.post(.poke) }
        dialDue()
    }

    /// Somebody looks at how the links are: one that doesn't say anything just now may be dead, and is asked.
    public func probe() {
        let sessions = state.withLock { $0.peers.values.compactMap(\.session) }
        for session in sessions where session.heard.age >= MeshLimits.justNow { session.mailbox.post(.poke) }
    }

    /// Dials nobody for so long; links that are there stay, and others may dial.
    public func rest(for pause: Milliseconds) {
        let end = Uptime.now + pause.count
        state.withLock { state in
            for device in state.peers.keys { state.peers[device]?.plan.rest(until: end) }
        }
        dialDue()
    }

    /// The replica has changed: what is new goes to every peer, at once; of changes that follow each other without rest, what gathers in some milliseconds.
    /// - Parameters:
    ///   - session: the one that knows of it already (``WidgetCore/ReplicaChanges/knownTo``).
    ///   - began: when the commit did.
    public func changed(knownTo session: ObjectIdentifier? = nil, began: ContinuousClock.Instant) {
        for mailbox in mailboxes where ObjectIdentifier(mailbox) != session { mailbox.postChange(began: began) }
    }

    /// Asks a device for something that isn't replicated.
    /// - Throws: ``WidgetCore/WidgetError/notConnected``; ``WidgetCore/WidgetError/brokenLink`` and ``WidgetCore/WidgetError/unanswered``; what the device
    ///   answers.
    public func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        guard let mailbox = state.withLock({ $0.peers[device].flatMap { $0.isConnected ? $0.session?.mailbox : nil } }) else {
            throw .notConnected
        }
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<PeerAnswer, Never>) in
            let once = OneAnswer(continuation)
            let timeout = loop.scheduleTask(in: .milliseconds(MeshLimits.requestTimeout)) { once.answer(.failure(.unanswered)) }
            mailbox.post(
                .ask(method: method, payload: payload) { answer in
                    timeout.cancel()
                    once.answer(answer)
                })
        }
        let response = try answer.get()
        if let code = response.code { throw WidgetError(code, response.message) }
        return response.payload
    }

    public func isConnected(to device: DeviceID) -> Bool { state.withLock { $0.peers[device]?.isConnected == true } }

    /// When a device was last heard; nil: not since this object was made.
    public func lastSeen(_ device: DeviceID) -> Timestamp? {
        let now = now()
        return state.withLock { state in
            guard let peer = state.peers[device] else { return nil }
            if let session = peer.session, session.hasMet { return session.lastSeen(at: now) }
            return peer.status.lastSeenAt
        }
    }

    /// A device sends this one everything, page by page, and something of it came within `pause`, or was only asked for then. One that stands still isn't
    /// coming.
    public func isSnapshotComing(within pause: Milliseconds) -> Bool {
        let uptime = Uptime.now
        return state.withLock { state in
            state.peers.values.contains { peer in
                guard peer.session != nil, let last = peer.status.session?.snapshotAt else { return false }
                return uptime - last <= pause.count
            }
        }
    }

    /// How the links are.
    public var status: [DeviceID: PeerLinkStatus] {
        let (uptime, now) = (Uptime.now, now())
        return state.withLock { state in
            state.peers.mapValues { peer in
                var status = peer.status
                status.isConnected = peer.isConnected
                if let session = peer.session, session.hasMet { status.lastSeenAt = session.lastSeen(at: now) }
                status.lastError = peer.plan.lastError ?? ""
                status.nextTryAt = peer.session == nil && peer.isTarget ? peer.plan.due.map { now + Milliseconds(max($0 - uptime, 0)) } : nil
                return status
            }
        }
    }

    /// Ends all sessions in order, and dials no more.
    public func stop() {
        state.withLock { state in
            state.isStopping = true
            state.timer?.scheduled.cancel()
            state.timer = nil
        }
        for mailbox in mailboxes { mailbox.post(.end(reason: "the daemon stops")) }
    }

    var mailboxes: [SessionMailbox] { state.withLock { $0.peers.values.compactMap { $0.session?.mailbox } } }
}

/// The first answer counts.
private final class OneAnswer: Sendable {
    private let continuation: Mutex<CheckedContinuation<PeerAnswer, Never>?>

    init(_ continuation: CheckedContinuation<PeerAnswer, Never>) { self.continuation = Mutex(continuation) }

    func answer(_ answer: PeerAnswer) {
        continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }?.resume(returning: answer)
    }
}
