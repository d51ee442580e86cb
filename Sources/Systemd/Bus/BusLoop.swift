import CSystemd
import Glibc

/// One connection to a bus, on a thread of its own, since threads must not share libsystemd's connections. The thread sleeps in poll(2) until the bus has data,
/// an answer is overdue, or a request comes.
final class BusLoop {
    private let bus: OpaquePointer
    private let inbox: BusInbox
    private let onClose: @Sendable (BusError) -> Void
    private var calls: [UInt64: PendingCall] = [:]
    private var matches: [UInt64: ActiveMatch] = [:]

    init(_ address: BusAddress, inbox: BusInbox, onClose: @escaping @Sendable (BusError) -> Void) throws(BusError) {
        self.bus = try Self.open(address)
        self.inbox = inbox
        self.onClose = onClose
    }

    deinit { sd_bus_close_unref(bus) }

    private static func open(_ address: BusAddress) throws(BusError) -> OpaquePointer {
        var bus: OpaquePointer?
        var result: CInt
        switch address {
        case .system: result = sd_bus_open_system(&bus)
        case .user: result = sd_bus_open_user(&bus)
        case .address(let text):
            result = sd_bus_new(&bus)
            if result >= 0 { result = sd_bus_set_address(bus, text) }
            if result >= 0 { result = sd_bus_set_bus_client(bus, 1) }
            if result >= 0 { result = sd_bus_start(bus) }
        }
        guard result >= 0, let bus else {
            sd_bus_unref(bus)
            throw BusError(result: result, "can't connect to \(address)")
        }
        return bus
    }

    /// Serves the connection until it breaks or the inbox is shut.
    func run() {
        var error = BusError(name: BusError.disconnected, message: "the connection was closed")
        while true {
            let (jobs, isClosed) = inbox.take()
            for job in jobs { job(self) }
            if isClosed { break }
            let result = sd_bus_process(bus, nil)
            if result < 0 {
                error = BusError(result: result, "the connection to the bus broke")
                break
            }
            if result == 0, !wait() {
                error = BusError(name: BusError.disconnected, message: "the connection to the bus can't be waited for")
                break
            }
        }
        end(error)
    }

    /// Sleeps until there is something to do.
    private func wait() -> Bool {
        let events = sd_bus_get_events(bus)
        var deadline = UInt64.max
        guard events >= 0, sd_bus_get_timeout(bus, &deadline) >= 0 else { return false }
        var polled = [
            pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: inbox.wakeDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        var timeout: CInt = -1
        if deadline < .max {
            let now = ServiceNotifier.monotonicMicroseconds()
            timeout = deadline <= now ? 0 : CInt(clamping: (deadline - now) / 1_000 + 1)
        }
        return poll(&polled, nfds_t(polled.count), timeout) >= 0 || errno == EINTR
    }

    /// Fails all calls and subscriptions that still wait.
    private func end(_ error: BusError) {
        inbox.shut()
        // Requests that came meanwhile run too, and fail because the connection has ended.
        for job in inbox.take().jobs { job(self) }
        for (id, call) in calls {
            calls[id] = nil
            call.finish(.failure(error))
        }
        for (id, match) in matches {
            matches[id] = nil
            match.finishInstall(error)
        }
        onClose(error)
    }

    // MARK: Calls

    func call(_ id: UInt64, _ call: BusCall, answer: @escaping @Sendable (Result<[BusValue], BusError>) -> Void) {
        do throws(BusError) {
            guard calls.count < SystemdLimits.busCalls else {
                throw BusError(name: BusError.limitsExceeded, message: "more than \(SystemdLimits.busCalls) calls wait for answers")
            }
            let pending = PendingCall { [weak self] result in
                self?.calls[id] = nil
                answer(result)
            }
            pending.slot = try send(call, for: pending)
            calls[id] = pending
        } catch {
            answer(.failure(error))
        }
    }

    func cancelCall(_ id: UInt64) {
        calls.removeValue(forKey: id)?.finish(.failure(BusError(name: BusError.cancelled, message: "the call was cancelled")))
    }

    private func send(_ call: BusCall, for pending: PendingCall) throws(BusError) -> OpaquePointer? {
        var message: OpaquePointer?
        let made = sd_bus_message_new_method_call(bus, &message, call.destination, call.path, call.interface, call.method)
        defer { sd_bus_message_unref(message) }
        guard made >= 0, let message else { throw BusError(result: made, "\(call.interface).\(call.method) can't be called") }
        sd_bus_message_set_auto_start(message, call.startsService ? 1 : 0)
        try BusWriter(message: message).append(call.arguments)
        let (seconds, attoseconds) = call.timeout.components
        let timeout = UInt64(clamping: seconds) * 1_000_000 + UInt64(clamping: attoseconds / 1_000_000_000_000)
        var slot: OpaquePointer?
        let sent = sd_bus_call_async(bus, &slot, message, PendingCall.onReply, Unmanaged.passUnretained(pending).toOpaque(), max(timeout, 1))
        guard sent >= 0 else { throw BusError(result: sent, "\(call.interface).\(call.method) can't be called") }
        return slot
    }

    // MARK: Signals

    func add(
        _ id: UInt64, _ match: BusMatch, handler: @escaping @Sendable (BusSignal) -> Void, installed: @escaping @Sendable (Result<Void, BusError>) -> Void
    ) {
        do throws(BusError) {
            let active = ActiveMatch(handler: handler) { [weak self] error in
                if error != nil { self?.matches[id] = nil }
                installed(error.map { .failure($0) } ?? .success(()))
            }
            var slot: OpaquePointer?
            let result = sd_bus_add_match_async(
                bus, &slot, try match.rule(), ActiveMatch.onSignal, ActiveMatch.onInstall, Unmanaged.passUnretained(active).toOpaque())
            guard result >= 0 else { throw BusError(result: result, "signals can't be asked for") }
            active.slot = slot
            matches[id] = active
        } catch {
            installed(.failure(error))
        }
    }

    func removeMatch(_ id: UInt64) { matches[id] = nil }
}

/// Appends values to a message that is being made.
private struct BusWriter {
    let message: OpaquePointer

    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .bool(let value): try basic(.bool, Int32(value ? 1 : 0))
        case .byte(let value): try basic(.byte, value)
        case .int16(let value): try basic(.int16, value)
        case .uint16(let value): try basic(.uint16, value)
        case .int32(let value): try basic(.int32, value)
        case .uint32(let value): try basic(.uint32, value)
        case .int64(let value): try basic(.int64, value)
        case .uint64(let value): try basic(.uint64, value)
        case .double(let value): try basic(.double, value)
        case .string(let text): try check(sd_bus_message_append_basic(message, BusType.string.letter, text))
        case .path(let text): try check(sd_bus_message_append_basic(message, BusType.path.letter, text))
        case .signature(let text): try check(sd_bus_message_append_basic(message, BusType.signature.letter, text))
        case .bytes(let bytes): try check(sd_bus_message_append_array(message, BusType.byte.letter, bytes, bytes.count))
        case .array(let element, let values): try container(.array, element, values)
        case .entry(let key, let value): try container(.entry, key.signature + value.signature, [key, value])
        case .structure(let fields): try container(.structure, fields.map(\.signature).joined(), fields)
        case .variant(let value): try container(.variant, value.signature, [value])
        }
    }

    private func basic<T: BitwiseCopyable>(_ type: BusType, _ value: T) throws(BusError) {
        var value = value
        try check(sd_bus_message_append_basic(message, type.letter, &value))
    }

    private func container(_ type: BusType, _ contents: String, _ values: [BusValue]) throws(BusError) {
        try check(sd_bus_message_open_container(message, type.letter, contents))
        try append(values)
        try check(sd_bus_message_close_container(message))
    }

    /// A value that can't be appended is the caller's mistake, such as a malformed path, or an element of another type than the array's.
    private func check(_ result: CInt) throws(BusError) {
        guard result >= 0 else { throw BusError(result: result, "an argument can't be sent") }
    }
}

/// A call whose answer hasn't come. It owns its slot, and libsystemd keeps a pointer to it while the slot lives.
private final class PendingCall {
    var slot: OpaquePointer?
    private var answer: ((Result<[BusValue], BusError>) -> Void)?

    init(_ answer: @escaping (Result<[BusValue], BusError>) -> Void) { self.answer = answer }

    deinit { sd_bus_slot_unref(slot) }

    /// Ends the call. Only the first result counts.
    func finish(_ result: Result<[BusValue], BusError>) {
        let answer = self.answer
        self.answer = nil
        answer?(result)
    }

    static let onReply: sd_bus_message_handler_t = { message, pointer, _ in
        guard let message, let pointer else { return 0 }
        let call = Unmanaged<PendingCall>.fromOpaque(pointer).takeUnretainedValue()
        if let error = BusError(message: message) {
            call.finish(.failure(error))
        } else {
            call.finish(Result { () throws(BusError) in try BusReader.values(of: message) })
        }
        return 0
    }
}

/// An installed match of signals. It owns its slot, and libsystemd keeps a pointer to it while the slot lives.
private final class ActiveMatch {
    var slot: OpaquePointer?
    private let handler: (BusSignal) -> Void
    private var installed: ((BusError?) -> Void)?

    init(handler: @escaping (BusSignal) -> Void, installed: @escaping (BusError?) -> Void) {
        self.handler = handler
        self.installed = installed
    }

    deinit { sd_bus_slot_unref(slot) }

    /// Reports whether the bus accepted the match. Only the first answer counts.
    func finishInstall(_ error: BusError?) {
        let installed = self.installed
        self.installed = nil
        installed?(error)
    }

    static let onInstall: sd_bus_message_handler_t = { message, pointer, _ in
        guard let message, let pointer else { return 0 }
        Unmanaged<ActiveMatch>.fromOpaque(pointer).takeUnretainedValue().finishInstall(BusError(message: message))
        return 0
    }

    /// A signal that can't be read, such as one over our limits, is ignored.
    static let onSignal: sd_bus_message_handler_t = { message, pointer, _ in
        guard let message, let pointer, let arguments = try? BusReader.values(of: message) else { return 0 }
        func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        Unmanaged<ActiveMatch>.fromOpaque(pointer).takeUnretainedValue().handler(
            BusSignal(
                sender: text(sd_bus_message_get_sender(message)), path: text(sd_bus_message_get_path(message)),
                interface: text(sd_bus_message_get_interface(message)), member: text(sd_bus_message_get_member(message)), arguments: arguments))
        return 0
    }
}
