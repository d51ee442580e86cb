import Linux
public import Logging
public import NIOCore
import Synchronization
public import TTRPC
import TTRPCWire
public import WidgetCore

/// The links to a user's other devices. It dials devices that aren't connected, serves those that dial, and keeps one session with each. It tells all sessions
/// when something has changed here.
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
    ///   - version: widgetd's version, which peers are told.
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

    /// The service for members, for ``PeerServices``.
    public var service: ServiceDefinition {
        ServiceDefinition(
            name: Self.serviceName,
            methods: [
                MethodDefinition(name: Self.methodName, right: .manage, handler: .stream { [self] context, _, stream in try accept(context, stream) })
            ])
    }

    /// The same service for devices that aren't members, for ``PeerServices``' candidates. It says why it refuses, because a forgotten device still dials like
    /// a member.
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

    /// Replaces the devices that links are kept to. Sessions with other devices are ended.
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

    /// Tries all devices now, because the network changed or the machine woke up.
    public func dialNow() {
        let uptime = Uptime.now
        state.withLock { state in
            for device in state.peers.keys where state.peers[device]?.session == nil { state.peers[device]?.plan.dialNow(uptime: uptime) }
        }
        // A ping shows a link that broke while the machine slept.
        for mailbox in mailboxes { mailbox.post(.pingIfIdle) }
        dialDue()
    }

    /// Pings links that have been quiet, because a user asks for their state, and such a link may be dead.
    public func probe() {
        let sessions = state.withLock { $0.peers.values.compactMap(\.session) }
        for session in sessions where session.heard.age >= MeshLimits.justNow { session.mailbox.post(.pingIfIdle) }
    }

    /// Dials no device for this long. Links that exist stay, and other devices may dial.
    public func suspendDialing(for pause: Milliseconds) {
        let end = Uptime.now + pause.count
        state.withLock { state in
            for device in state.peers.keys { state.peers[device]?.plan.suspend(until: end) }
        }
        dialDue()
    }

    /// Tells the sessions that the replica has changed. Changes are sent at once; those of a rapid stream are gathered for some milliseconds.
    /// - Parameters:
    ///   - authors: the devices that made them. Nil: each session is told.
    ///   - session: the session that knows of them already (`ReplicaChanges.knownTo`).
    ///   - began: when the commit began.
    public func changed(by authors: Set<DeviceID>? = nil, knownTo session: ObjectIdentifier? = nil, began: ContinuousClock.Instant) {
        let told = state.withLock { state in
            state.peers.values.compactMap { peer -> SessionMailbox? in
                if let authors, !authors.isEmpty, let unconcerned = peer.status.session?.unconcernedDevices, authors.isSubset(of: unconcerned) { return nil }
                return peer.session?.mailbox
            }
        }
        for mailbox in told where ObjectIdentifier(mailbox) != session { mailbox.postChange(began: began) }
    }

    /// Asks a device for something that isn't replicated.
    /// - Throws: ``WidgetCore/WidgetError/notConnected``, ``WidgetCore/WidgetError/brokenLink`` or ``WidgetCore/WidgetError/unanswered``; else the device's own
    ///   error.
    public func ask(
        _ device: DeviceID, _ method: String, _ payload: [UInt8], within limit: Milliseconds? = nil
    ) async throws(WidgetError) -> [UInt8] {
        guard let mailbox = state.withLock({ $0.peers[device].flatMap { $0.isConnected ? $0.session?.mailbox : nil } }) else {
            throw .notConnected
        }
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<PeerAnswer, Never>) in
            let once = OneAnswer(continuation)
            let timeout = loop.scheduleTask(in: .milliseconds(limit?.count ?? MeshLimits.requestTimeout)) { once.answer(.failure(.unanswered)) }
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

    /// When a device was last heard. Nil where it wasn't heard since this object was made.
    public func lastSeen(_ device: DeviceID) -> Timestamp? {
        let now = now()
        return state.withLock { state in
            guard let peer = state.peers[device] else { return nil }
            if let session = peer.session, session.hasMet { return session.lastSeen(at: now) }
            return peer.status.lastSeenAt
        }
    }

    /// Whether a snapshot is coming in: a page came within `pause`, or the snapshot was asked for within it. A stalled snapshot doesn't count.
    public func isSnapshotComing(within pause: Milliseconds) -> Bool {
        let uptime = Uptime.now
        return state.withLock { state in
            state.peers.values.contains { peer in
                guard peer.session != nil, let last = peer.status.session?.snapshotAt else { return false }
                return uptime - last <= pause.count
            }
        }
    }

    /// The state of each link.
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

/// Resumes a continuation with the first answer, and ignores later ones.
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
