import Glibc
import Linux
import Synchronization

/// Which bus to connect to.
public enum BusAddress: Sendable, Hashable, CustomStringConvertible {
    /// The machine's bus, or what `DBUS_SYSTEM_BUS_ADDRESS` names.
    case system
    /// The bus of the user's session, as `DBUS_SESSION_BUS_ADDRESS` or `$XDG_RUNTIME_DIR/bus` names it.
    case user
    /// An address in D-Bus's form, such as `unix:path=/run/bus`.
    case address(String)

    public var description: String {
        switch self {
        case .system: "the system bus"
        case .user: "the user bus"
        case .address(let address): address
        }
    }
}

/// A connection to a D-Bus message bus, over libsystemd.
///
/// It has a thread that sleeps until there is something to do. A broken connection stays broken: `onClose` is called, and every call fails with
/// ``BusError/disconnected`` or the reason. ``keep(_:sleep:lost:use:)`` makes new connections, with growing pauses.
public final class Bus: Sendable {
    private let inbox: BusInbox
    private let lastID = Atomic<UInt64>(0)

    /// Connects. It doesn't wait for the bus's greeting; the first call does.
    ///
    /// - Parameter onClose: called once with the reason when the connection ends. It is called on the connection's thread, so it must be quick.
    /// - Throws: ``BusError`` where nobody listens at the address, or where no socket or thread can be made.
    public init(_ address: BusAddress, onClose: @escaping @Sendable (BusError) -> Void = { _ in }) throws(BusError) {
        inbox = try BusInbox()
        // The loop is made here, and only its thread uses it from then on.
        nonisolated(unsafe) let loop = try BusLoop(address, inbox: inbox, onClose: onClose)
        do throws(DetachedThread.Failure) {
            try DetachedThread.run(stackBytes: SystemdLimits.busThreadStack) { loop.run() }
        } catch {
            throw BusError(result: -error.code, "a thread can't be started")
        }
    }

    deinit { inbox.shut() }

    /// Ends the connection. Calls that wait for answers fail.
    public func close() { inbox.shut() }

    /// Calls a method and waits for its answer.
    /// - Returns: the answer's values.
    /// - Throws: ``BusError``: the other side's error, a failure of the connection, or ``BusError/cancelled`` when the task is cancelled.
    public func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
        let id = nextID()
        let inbox = inbox
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>) in
                let isPosted = inbox.post { loop in
                    loop.call(id, call) { continuation.resume(returning: $0) }
                }
                if !isPosted { continuation.resume(returning: .failure(Self.ended)) }
                // The task may have been cancelled before the call was posted. Then the handler below came too early.
                if Task.isCancelled { _ = inbox.post { $0.cancelCall(id) } }
            }
        } onCancel: {
            _ = inbox.post { $0.cancelCall(id) }
        }
        return try result.get()
    }

    /// Subscribes to signals. They come from when this returns until the subscription is cancelled or released.
    /// - Parameter handler: called on the connection's thread, in the order of the signals. It must be quick.
    /// - Throws: ``BusError`` where the bus refuses, or where the connection has ended.
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

    /// The owner of a name on the bus now.
    /// - Returns: the unique name; nil where nobody has it.
    /// - Throws: as ``call(_:)``, except for a name that nobody has.
    public func owner(of name: String) async throws(BusError) -> String? {
        do {
            let call = BusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.string(name)])
            return try await self.call(call).first?.string
        } catch  where error.name == BusError.nameHasNoOwner {
            return nil
        }
    }

    /// Follows the owner of a name: now, and whenever it changes.
    ///
    /// - Parameter handler: called with the unique name, or with nil where nobody has the name. Its calls come one after the other, in order. It must be quick.
    /// - Throws: as ``subscribe(to:_:)`` and ``owner(of:)``.
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

    private func nextID() -> UInt64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

    static let ended = BusError(name: BusError.disconnected, message: "the connection to the bus is closed, or its queue is full; try again")
}

/// A subscription to signals. It ends when it is cancelled or released.
public final class BusSubscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends the subscription. Signals that are already on their way may still come.
    public func cancel() { end() }
}

/// Orders the first answer and the later changes. A change may come before the task that asked gets its answer; that answer is then out of date.
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

extension Bus {
    /// Calls `read` now, after each of these signals, and when the service comes or goes, until the task is cancelled. Signals that come during a reading lead
    /// to one more.
    ///
    /// - Parameter read: reads something of the service, and is told whether the service is there. Its calls come one after the other.
    /// - Throws: ``BusError`` where the connection ends.
    func follow(_ service: String, changes matches: [BusMatch], _ read: (_ isThere: Bool) async -> Void) async throws(BusError) {
        let (events, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var subscriptions: [BusSubscription] = []
        defer { for subscription in subscriptions { subscription.cancel() } }
        for match in matches { subscriptions.append(try await subscribe(to: match) { _ in told.yield() }) }
        subscriptions.append(try await watchOwner(of: service) { _ in told.yield() })
        for await _ in events { await read(try await owner(of: service) != nil) }
    }

    /// A property's value. Nil where it can't be read.
    func value(_ property: String, of interface: String, at path: String, of service: String) async -> BusValue? {
        try? await call(.property(property, of: interface, at: path, of: service)).first
    }
}

extension Bus {
    /// How long to wait before connecting again. Each pause is twice the one before, up to the longest. After a connection that lasted longer than `longest`,
    /// the pauses begin again with `first`.
    static let pause = (first: Duration.seconds(1), longest: Duration.seconds(300))

    /// Keeps a connection until the task is cancelled. A broken connection is made again.
    ///
    /// - Parameters:
    ///   - sleep: waits for a pause. It must end early when the task is cancelled.
    ///   - use: called with each connection. It is cancelled when the connection ends, and its errors end the connection.
    ///   - lost: called with the reason when a connection ends or can't be made again.
    /// - Throws: ``BusError`` where the first connection can't be made. Then it doesn't try again.
    public static func keep(
        _ address: BusAddress, sleep: (Duration) async -> Void, lost: (any Error) -> Void, use: @escaping @Sendable (Bus) async throws -> Void
    ) async throws(BusError) {
        var pause = Self.pause.first
        var hasConnected = false
        while !Task.isCancelled {
            let began = ContinuousClock.now
            let (closed, close) = AsyncStream.makeStream(of: BusError.self)
            do throws(BusError) {
                let bus = try Bus(address) { error in
                    close.yield(error)
                    close.finish()
                }
                hasConnected = true
                lost(await Self.serve(bus, until: closed, use))
            } catch {
                guard hasConnected else { throw error }
                lost(error)
            }
            if ContinuousClock.now - began > Self.pause.longest { pause = Self.pause.first }
            await sleep(pause)
            pause = min(pause * 2, Self.pause.longest)
        }
    }

    /// - Returns: why the connection ended.
    private static func serve(_ bus: Bus, until closed: AsyncStream<BusError>, _ body: @escaping @Sendable (Bus) async throws -> Void) async -> any Error {
        defer { bus.close() }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for await error in closed { throw error } }
                group.addTask { try await body(bus) }
                defer { group.cancelAll() }
                try await group.next()
            }
            return BusError(name: BusError.cancelled, message: "it isn't needed any more")
        } catch {
            return error
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Returns when the task is cancelled.
    public static func untilCancelled() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        end.finish()
    }
}
