import NIOCore
import Synchronization
import WidgetAPI
import WidgetCore
import WidgetReplication

/// The events of a session, in order, for the one task that runs it. Any thread may post one.
final class SessionMailbox: Sendable {
    enum Event: Sendable {
        /// From the peer, as it came.
        case message([UInt8])
        /// The replica has changed.
        case changed
        /// This device is linked with these devices now.
        case linked(Set<DeviceID>)
        /// It may be time for something.
        case tick
        case ask(method: String, payload: [UInt8], answer: @Sendable (PeerAnswer) -> Void)
        case respond(id: UInt64, PeerResponse)
        /// The link may be dead, so it is pinged.
        case pingIfIdle
        /// This side ends the session.
        case end(reason: String)
        /// The link is gone.
        case closed(reason: String)
    }

    private struct State {
        var events: [Event] = []
        /// The bytes of the messages that wait.
        var bytes = 0
        var hasChange = false
        /// Only a change waits, so that others that follow are sent together with it.
        var isGathering = false
        /// How many changes have followed.
        var followers = 0
        /// The number of the gathering, so that the timer of an earlier one doesn't end it.
        var gathering = 0
        var stream = ChangeStream()
        /// There was a change among the events that were last taken.
        var tellsChange = false
        var isClosed = false
        var waiter: CheckedContinuation<[Event], Never>?

        mutating func append(_ event: Event) {
            // The gathered changes go with it.
            isGathering = false
            if event.isChange { hasChange = true }
            events.append(event)
        }
    }

    private let state = Mutex(State())
    private let loop: any EventLoop

    /// - Parameter loop: runs the timer.
    init(loop: any EventLoop) { self.loop = loop }

    /// - Returns: false where the peer sent more than its window allows. Then the link should be cut.
    @discardableResult
    func post(_ event: Event) -> Bool {
        var isLate = false
        let (waiter, events, isWithinBounds) = state.withLock { state -> (CheckedContinuation<[Event], Never>?, [Event], Bool) in
            guard !state.isClosed else {
                isLate = true
                return (nil, [], true)
            }
            switch event {
            case .message(let bytes):
                state.bytes += bytes.count + MeshLimits.messageOverhead
                guard state.bytes <= MeshLimits.mailboxBytes else { return (nil, [], false) }
            case .changed: guard !state.hasChange || state.isGathering else { return (nil, [], true) }
            case .closed: state.isClosed = true
            default: break
            }
            state.append(event)
            let waiter = state.waiter.take()
            return (waiter, waiter == nil ? [] : Self.take(&state), true)
        }
        waiter?.resume(returning: events)
        if isLate { event.refuse() }
        return isWithinBounds
    }

    /// The replica has changed. Where changes follow each other without rest (``ChangeStream``), those of ``MeshLimits/streamPause`` are one event.
    /// - Parameter began: when the commit did.
    func postChange(began: ContinuousClock.Instant) {
        let (isKnown, gathering) = state.withLock { state -> (Bool, Int?) in
            guard !state.hasChange, !state.isClosed else {
                state.followers += 1
                return (true, nil)
            }
            // A change behind other events is taken together with them.
            guard state.stream.gathers(began), state.events.isEmpty else { return (false, nil) }
            state.append(.changed)
            (state.isGathering, state.followers, state.gathering) = (true, 0, state.gathering + 1)
            return (true, state.gathering)
        }
        if !isKnown { post(.changed) }
        guard let gathering else { return }
        loop.scheduleTask(in: MeshLimits.streamPause) { [weak self] in self?.end(gathering) }
    }

    private func end(_ gathering: Int) {
        let (waiter, events) = state.withLock { state -> (CheckedContinuation<[Event], Never>?, [Event]) in
            guard state.isGathering, state.gathering == gathering else { return (nil, []) }
            state.isGathering = false
            state.stream.gathered(state.followers, at: .now)
            let waiter = state.waiter.take()
            return (waiter, waiter == nil ? [] : Self.take(&state))
        }
        waiter?.resume(returning: events)
    }

    /// Closes the mailbox. Later events are refused.
    /// - Returns: the events that nobody has taken.
    func close() -> [Event] {
        state.withLock { state in
            state.isClosed = true
            defer { state.events = [] }
            return state.events
        }
    }

    /// Waits for events, and takes at most ``MeshLimits/stepEvents`` of them with ``MeshLimits/stepBytes`` of messages. A step is one transaction, and this
    /// machine's own changes wait for it.
    func next() async -> [Event] {
        await withCheckedContinuation { continuation in
            let events = state.withLock { state -> [Event]? in
                if state.tellsChange { state.stream.told(at: .now) }
                state.tellsChange = false
                guard state.events.isEmpty || state.isGathering else { return Self.take(&state) }
                state.waiter = continuation
                return nil
            }
            if let events { continuation.resume(returning: events) }
        }
    }

    private static func take(_ state: inout State) -> [Event] {
        var (count, bytes) = (0, 0)
        for event in state.events.prefix(MeshLimits.stepEvents) {
            if case .message(let message) = event {
                guard count == 0 || bytes + message.count <= MeshLimits.stepBytes else { break }
                bytes += message.count
                state.bytes -= message.count + MeshLimits.messageOverhead
            } else if case .changed = event {
                (state.hasChange, state.tellsChange) = (false, true)
            }
            count += 1
        }
        defer { state.events.removeFirst(count) }
        return Array(state.events.prefix(count))
    }
}

/// The peer's response to a request, or the error why there is none.
typealias PeerAnswer = Result<PeerResponse, WidgetError>

extension SessionMailbox.Event {
    /// There is something to send.
    var isChange: Bool { if case .changed = self { true } else { false } }

    /// Whether it is a request or a response, which doesn't use the replica.
    var isCall: Bool {
        switch self {
        case .ask, .respond: true
        case .message(let bytes): PeerMessage.isCall(bytes)
        case .changed, .linked, .tick, .pingIfIdle, .end, .closed: false
        }
    }

    /// The bytes of its message, or of the message that it causes.
    var messageBytes: Int {
        switch self {
        case .message(let bytes): bytes.count
        case .ask(_, let payload, _): payload.count
        case .respond(_, let response): response.payload.count
        default: 0
        }
    }

    /// Whether it takes little time, as far as can be seen without decoding it.
    var isBrief: Bool {
        switch self {
        case .message(let bytes): PeerMessage.isIncremental(bytes)
        case .tick: false
        case .changed, .linked, .ask, .respond, .pingIfIdle, .end, .closed: true
        }
    }

    /// Fails the event's request, because it will never be sent.
    func refuse() {
        guard case .ask(_, _, let answer) = self else { return }
        answer(.failure(WidgetError(.unavailable, "the link to the device has just ended; nothing was asked")))
    }
}
