import Linux
import Synchronization

/// A connection to a D-Bus message bus, over libsystemd.
///
/// It has a thread that sleeps until there is something to do: nothing is polled. A connection that broke stays broken: `onClose` is told, every call fails
/// with
/// ``BusError/disconnected`` or the reason, and who wants another makes one, with a pause that grows.
public final class Bus: Sendable {
    private let inbox: BusInbox
    private let lastID = Atomic<UInt64>(0)

    /// Connects. The bus's greeting is waited for by the first call, not here.
    ///
    /// - Parameter onClose: hears once why the connection ended. On the connection's thread; must be quick.
    /// - Throws: ``BusError`` where nobody listens at the address.
    public init(_ address: BusAddress, onClose: @escaping @Sendable (BusError) -> Void = { _ in }) throws(BusError) {
        inbox = try BusInbox()
        // Made here and used on the thread alone from then on: nothing else has it.
        nonisolated(unsafe) let loop = try BusLoop(address, inbox: inbox, onClose: onClose)
        do throws(DetachedThread.Failure) {
            try DetachedThread.run(stackBytes: SystemdLimits.busThreadStack) { loop.run() }
        } catch {
            throw BusError(result: -error.code, "a thread can't be started")
        }
    }

    deinit { inbox.shut() }

    /// Ends the connection; what waits for answers fails.
    public func close() { inbox.shut() }

    /// Calls a method and waits for its answer.
    /// - Returns: the answer's values.
    /// - Throws: the other side's error; what went wrong between; ``BusError/cancelled`` when the task is cancelled.
    public func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
        let id = nextID()
        let inbox = inbox
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>) in
                let isPosted = inbox.post { loop in
                    loop.call(id, call) { continuation.resume(returning: $0) }
                }
                if !isPosted { continuation.resume(returning: .failure(Self.ended)) }
                // Cancelled before it was posted: the handler below came too early.
                if Task.isCancelled { _ = inbox.post { $0.cancelCall(id) } }
            }
        } onCancel: {
            _ = inbox.post { $0.cancelCall(id) }
        }
        return try result.get()
    }

    /// Asks for signals, from when this returns until the subscription is cancelled or gone.
    /// - Parameter handler: on the connection's thread, in the order in which they came; must be quick.
    public func subscribe(to match: BusMatch, _ handler: @escaping @Sendable (BusSignal) -> Void) async throws(BusError) -> BusSubscription {
        let id = nextID()
        let inbox = inbox
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, BusError>, Never>) in
            let isPosted = inbox.post { loop in
                loop.add(id, match, handler: handler) { continuation.resume(returning: $0) }
            }
            if !isPosted { continuation.resume(returning: .failure(Self.ended)) }
        }
        try result.get()
        return BusSubscription { _ = inbox.post { $0.removeMatch(id) } }
    }

    /// Who has a name on the bus now.
    /// - Returns: the unique name; nil where nobody has it.
    public func owner(of name: String) async throws(BusError) -> String? {
        do {
            let call = BusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.string(name)])
            return try await self.call(call).first?.string
        } catch  where error.name == BusError.nameHasNoOwner {
            return nil
        }
    }

    /// Follows who has a name: now, and whenever that changes.
    ///
    /// - Parameter handler: is given the unique name, or nil where nobody has it; one call after the other, the latest last. Must be quick.
    public func watchOwner(of name: String, _ handler: @escaping @Sendable (String?) -> Void) async throws(BusError) -> BusSubscription {
        let changes = BusMatch(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name)
        let watch = OwnerWatch(handler)
        let subscription = try await subscribe(to: changes) { signal in
            // The name, the old owner, the new one.
            watch.changed(to: signal.arguments.last?.string.flatMap { $0.isEmpty ? nil : $0 })
        }
        watch.began(with: try await owner(of: name))
        return subscription
    }

    /// Has a call made whose answer `answered` hears on the connection's thread.
    /// - Returns: false where the connection has ended, or has too much to do: nothing comes then.
    func post(_ call: BusCall, _ answered: @escaping @Sendable (Result<[BusValue], BusError>) -> Void) -> Bool {
        let id = nextID()
        return inbox.post { $0.call(id, call, answer: answered) }
    }

    private func nextID() -> UInt64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

    static let ended = BusError(name: BusError.disconnected, message: "the connection to the bus has ended, or has too much to do")
}

/// Signals that are being listened to; ends when it is cancelled or nobody has it any more.
public final class BusSubscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// No signal comes after those that are on their way.
    public func cancel() { end() }
}

/// Puts the answer to the question and the changes since into order: a change may be heard before the task that asked gets its answer, which is older then.
private final class OwnerWatch: Sendable {
    private let handler: @Sendable (String?) -> Void
    private let hasChanged = Mutex(false)

    init(_ handler: @escaping @Sendable (String?) -> Void) { self.handler = handler }

    func changed(to owner: String?) {
        hasChanged.withLock { hasChanged in
            hasChanged = true
            handler(owner)
        }
    }

    func began(with owner: String?) {
        hasChanged.withLock { hasChanged in
            if !hasChanged { handler(owner) }
        }
    }
}
