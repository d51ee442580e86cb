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
/// It has a thread that sleeps until there is something to do; nothing is polled. A connection that broke stays broken. `onClose` is told, and every call fails
/// with ``BusError/disconnected`` or the reason. A client that wants another connection makes one, with a pause that grows.
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

    /// Follows who has a name: now, and whenever that changes.
    ///
    /// - Parameter handler: is given the unique name, or nil where nobody has it; one call after the other, the latest last. Must be quick.
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

extension Bus {
    /// Reads something of a service: now, after each of some signals, and when the service comes or goes; until the task is cancelled. Signals that come
    /// while it reads lead to one more reading.
    ///
    /// - Parameter read: one call after the other; told whether the service is there.
    /// - Throws: ``BusError`` where the connection ends.
    func follow(_ service: String, changes matches: [BusMatch], _ read: (_ isThere: Bool) async -> Void) async throws(BusError) {
        let (events, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var subscriptions: [BusSubscription] = []
        defer { for subscription in subscriptions { subscription.cancel() } }
        for match in matches { subscriptions.append(try await subscribe(to: match) { _ in told.yield() }) }
        subscriptions.append(try await watchOwner(of: service) { _ in told.yield() })
        for await _ in events { await read(try await owner(of: service) != nil) }
    }

    /// A property, or nil where the other side doesn't have it or has gone.
    func value(_ property: String, of interface: String, at path: String, of service: String) async -> BusValue? {
        try? await call(.property(property, of: interface, at: path, of: service)).first
    }
}

extension Bus {
    /// How long to wait for a bus that has gone, at first; twice as long each time, up to the longest. A connection that lasted longer than that begins anew.
    static let pause = (first: Duration.seconds(1), longest: Duration.seconds(300))

    /// Keeps a connection until the task is cancelled: one that breaks comes back.
    ///
    /// - Parameters:
    ///   - sleep: ends early where the task is cancelled.
    ///   - use: what each connection is used for; it is cancelled when the connection ends, and its errors end the connection.
    ///   - lost: hears why a connection ended.
    /// - Throws: why there is no bus at the start: then there is nothing to wait for.
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
