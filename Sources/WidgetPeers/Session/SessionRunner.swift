import Linux
import Logging
import NIOCore
import Synchronization
import WidgetCore
import WidgetReplication

/// Drives one ``PeerSession``. It takes events from a mailbox, and runs each step in a transaction of the store. Steps with only requests and responses need no
/// transaction. It performs the effects after the step, some of them only when everything is durable.
///
/// Events that come during a step share the next transaction, so that many small changes cost few commits.
final class SessionRunner<Store: SyncStore>: Sendable {
    let peer: DeviceID
    let mailbox: SessionMailbox
    private let store: Store
    private let transport: SyncTransport
    private let loop: any EventLoop
    private let now: @Sendable () -> Timestamp
    private let observer: any SessionObserver
    private let logger: Logger
    private let state: Mutex<SessionRunnerState>

    init(
        session: PeerSession, store: Store, mailbox: SessionMailbox, transport: SyncTransport, loop: any EventLoop, now: @escaping @Sendable () -> Timestamp,
        observer: any SessionObserver, logger: Logger
    ) {
        peer = session.peer
        state = Mutex(SessionRunnerState(session: session))
        self.store = store
        self.mailbox = mailbox
        self.transport = transport
        self.loop = loop
        self.now = now
        self.observer = observer
        self.logger = logger
    }

    static func time(_ now: Timestamp) -> SessionTime { SessionTime(wall: now, uptime: Uptime.now) }

    /// Runs until the session or its link ends.
    /// - Returns: why it ended.
    func run() async -> SessionOutcome {
        var outcome = await stepAside([], isOpening: true)
        while outcome == nil {
            outcome = await take(await mailbox.next())
        }
        transport.close()
        let (answers, resume) = state.withLock { state in
            state.timer?.scheduled.cancel()
            state.timer = nil
            defer { state.answers = [:] }
            return (state.answers, state.session.resume)
        }
        for answer in answers.values { answer(.failure(.brokenLink)) }
        for event in mailbox.close() { event.refuse() }
        return SessionOutcome(reason: outcome ?? "", resume: resume)
    }

    // MARK: Steps

    /// - Returns: why the session ended. Nil while it goes on.
    private func take(_ events: [SessionMailbox.Event]) async -> String? {
        if events.allSatisfy(\.isCall) { return exchangeCalls(events) }
        return isBrief(events) ? await step(events, isOpening: false) : await stepAside(events, isOpening: false)
    }

    /// Whether a step takes no longer than a local change: both ends are caught up, and little has come.
    private func isBrief(_ events: [SessionMailbox.Event]) -> Bool {
        state.withLock { $0.isCaughtUp } && events.allSatisfy(\.isBrief) && events.reduce(0) { $0 + $1.messageBytes } <= MeshLimits.briefBytes
    }

    /// Runs a step that may take long, such as pages of a snapshot, a backlog of the log, or digests of everything.
    private func stepAside(_ events: [SessionMailbox.Event], isOpening: Bool) async -> String? {
        await withTaskExecutorPreference(store.executor) { await step(events, isOpening: isOpening) }
    }

    /// - Returns: why the session ended. Nil while it goes on.
    private func step(_ events: [SessionMailbox.Event], isOpening: Bool) async -> String? {
        let (session, codec) = state.withLock { state in
            state.session.noteReceived(at: transport.heard.uptime)
            return (state.session, state.codec)
        }
        let time = Self.time(now())
        let result: SessionStep
        do {
            let link = ObjectIdentifier(mailbox)
            let body: @Sendable (inout Replica<Store.Storage>) throws -> SessionStep.Box = { replica in
                var result = SessionStep(session: session, codec: codec)
                if isOpening { result.effects += result.session.open(&replica, time) }
                for event in events { try Self.handle(event, &result, &replica, time) }
                result.nextStep = result.session.nextStep(replica, time)
                result.lag = result.session.lag(replica)
                result.unconcernedDevices = result.session.unconcernedDevices(replica)
                result.isCaughtUp = try result.session.isCaughtUp(with: replica)
                if result.isCaughtUp { replica.noteChangesAreKnown(to: link) }
                return SessionStep.Box(result)
            }
            result = try await (events.allSatisfy(\.isChange) ? store.follow(body) : store.replicate(body)).step
            if result.effects.contains(where: \.waitsForDisk) { try await store.sync() }
        } catch {
            for event in events { event.refuse() }
            sayGoodbye(error, codec)
            return "\(error)"
        }
        state.withLock { state in
            state.session = result.session
            state.isCaughtUp = result.isCaughtUp
            state.codec = result.codec
            state.answers.merge(result.asked) { $1 }
        }
        let end = perform(result.effects, result.codec) ?? result.end
        if result.session.mayHaveMoreToSend { mailbox.post(.changed) }
        observer.sessionChanged(
            peer, ObjectIdentifier(mailbox),
            SessionStatus(
                lag: result.lag, clockOffset: result.session.clockOffset, snapshotAt: result.session.snapshotAt, unconcernedDevices: result.unconcernedDevices))
        schedule(result.nextStep, time)
        return end
    }

    /// Runs a step with only requests and responses. It doesn't wait for the store.
    /// - Returns: why the session ended. Nil while it goes on.
    private func exchangeCalls(_ events: [SessionMailbox.Event]) -> String? {
        let time = Self.time(now())
        var result = state.withLock { SessionStep(session: $0.session, codec: $0.codec) }
        for event in events { Self.exchangeCalls(event, &result, time) }
        state.withLock { state in
            state.session = result.session
            state.answers.merge(result.asked) { $1 }
        }
        if let probe = result.session.nextProbe { schedule(probe, time) }
        return perform(result.effects, result.codec) ?? result.end
    }

    /// Tells the peer that the store failed, since a user may look for the reason on the other device first.
    private func sayGoodbye(_ error: any Error, _ codec: MessageCodec) {
        do {
            transport.send(try codec.encode(.bye("its store can't be written: \((error as? WidgetError)?.message ?? "\(error)")")))
        } catch {
            logger.debug("a last word couldn't be encoded", metadata: ["error": "\(error)"])
        }
    }

    private static func handle(
        _ event: SessionMailbox.Event, _ result: inout SessionStep, _ replica: inout Replica<Store.Storage>, _ time: SessionTime
    ) throws {
        switch event {
        case .message(let bytes):
            do {
                result.effects += try result.session.receive(try result.codec.decode(bytes), &replica, time)
            } catch let fault as ReplicationFault {
                result.end(fault, time)
            }
        case .changed: result.effects += try result.session.changed(&replica, time)
        case .linked(let devices): result.session.setLinks(devices)
        case .pingIfIdle: result.effects += result.session.pingIfIdle(time)
        case .tick: result.effects += try result.session.tick(&replica, time)
        case .ask, .respond: exchangeCalls(event, &result, time)
        case .end(let reason):
            result.effects += result.session.end(reason, time)
            result.end = reason
        case .closed(let reason): result.end = reason
        }
    }

    private static func exchangeCalls(_ event: SessionMailbox.Event, _ result: inout SessionStep, _ time: SessionTime) {
        switch event {
        case .message(let bytes):
            do {
                result.effects += try result.session.receiveCall(try result.codec.decode(bytes), time)
            } catch {
                result.end(error, time)
            }
        case .ask(let method, let payload, let answer):
            let (id, effects) = result.session.ask(method, payload, time)
            result.asked[id] = answer
            result.effects += effects
        case .respond(let id, let response): result.effects += result.session.respond(id, response, time)
        case .changed, .linked, .tick, .pingIfIdle, .end, .closed: break
        }
    }

    // MARK: Effects

    /// - Returns: why the session ended.
    private func perform(_ effects: [SessionEffect], _ codec: MessageCodec) -> String? {
        var end: String?
        for effect in effects {
            switch effect {
            case .send(let message):
                do {
                    transport.send(try codec.encode(message))
                } catch {
                    end = "a message couldn't be encoded: \(error)"
                }
            case .perform(let id, let method, let payload):
                observer.session(peer, asks: method, payload) { [mailbox] response in mailbox.post(.respond(id: id, response)) }
            case .answered(let id, let response): state.withLock { $0.answers.removeValue(forKey: id) }?(.success(response))
            case .note(let note): observer.session(peer, notes: note)
            case .close(let reason): end = "\(reason)"
            }
        }
        return end
    }

    /// Wakes the session at `uptime`. An earlier timer stays: when it fires, the session finds nothing to do, and the next one is set.
    private func schedule(_ uptime: Int64, _ time: SessionTime) {
        state.withLock { state in
            if let timer = state.timer, timer.uptime <= uptime, timer.uptime > time.uptime { return }
            state.timer?.scheduled.cancel()
            let scheduled = loop.scheduleTask(in: .milliseconds(max(uptime - time.uptime, 1))) { [mailbox] in _ = mailbox.post(.tick) }
            state.timer = (uptime, scheduled)
        }
    }
}

/// How a session ended.
struct SessionOutcome: Sendable {
    var reason: String
    /// The place at which its snapshot was interrupted.
    var resume: SnapshotResume?
}

/// Receives the events of sessions. Its methods are called from any thread, and must be quick.
protocol SessionObserver: Sendable {
    /// - Parameter session: the session, named by its mailbox.
    func sessionChanged(_ peer: DeviceID, _ session: ObjectIdentifier, _ status: SessionStatus)
    func session(_ peer: DeviceID, notes note: SessionNote)
    func session(_ peer: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void)
}
