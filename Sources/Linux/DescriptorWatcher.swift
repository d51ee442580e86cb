import CLinux
import Glibc
import Synchronization
public import WidgetCore

/// Calls handlers when descriptors can be read, such as pipes, pidfds and timers. Its one thread sleeps in epoll(7) and calls the handlers, so a handler must
/// not block.
///
/// libdispatch's sources would do the same. But in Swift 6.3 on Linux they read memory that they have freed. Where the allocator had reused that memory, the
/// end of a pipe crashed the daemon in `_dispatch_event_loop_drain`.
public final class DescriptorWatcher: Sendable {
    private struct State {
        /// By the number that comes with the kernel's events. A descriptor's own number may have been reused by then.
        var watches: [UInt64: DescriptorWatch] = [:]
        var last = DescriptorWatcher.wakeUp
        /// Descriptors of cancelled watches: closed on the watcher's thread, where no handler can be reading them.
        var closing: [Int32] = []
    }

    /// The process's only watcher. It is made when it is first needed, and lives as long as the process.
    private static let shared = Mutex<DescriptorWatcher?>(nil)
    private static let wakeUp: UInt64 = 0
    /// Events that one call of epoll_wait(2) fetches. The next call fetches the rest.
    private static let eventsPerCall = 64

    private let epoll: Int32
    /// Wakes the thread to close what was cancelled.
    private let wake: Int32
    private let state = Mutex(State())

    init() throws(WidgetError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard epoll >= 0, wake >= 0, add(wake, Self.wakeUp) else { throw Self.failure(errno) }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { watcher in
                guard let watcher else { return nil }
                Unmanaged<DescriptorWatcher>.fromOpaque(watcher).takeUnretainedValue().run()
            }, Unmanaged.passRetained(self).toOpaque())
        guard code == 0 else {
            Unmanaged.passUnretained(self).release()
            throw Self.failure(code)
        }
    }

    /// This runs only for a watcher whose `init` failed.
    deinit {
        for descriptor in [epoll, wake] where descriptor >= 0 { close(descriptor) }
    }

    /// The watcher in `place`, or a new one where there is none. A failed attempt is repeated by the next call.
    static func kept(
        in place: borrowing Mutex<DescriptorWatcher?>, orMade make: () throws(WidgetError) -> DescriptorWatcher
    ) throws(WidgetError) -> DescriptorWatcher {
        try place.withLock { kept throws(WidgetError) in
            if let kept { return kept }
            let made = try make()
            kept = made
            return made
        }
    }

    /// Calls `handler` whenever `descriptor` can be read or its other end was closed, until the watch is cancelled, which closes the descriptor.
    /// - Throws: `WidgetError` with RESOURCE_EXHAUSTED when the system has no room for another watch. The descriptor stays open then.
    public static func watch(_ descriptor: Int32, _ handler: @escaping @Sendable () -> Void) throws(WidgetError) -> DescriptorWatch {
        try kept(in: shared, orMade: { () throws(WidgetError) in try DescriptorWatcher() }).watch(descriptor, handler)
    }

    /// Calls `handler` once, unless it is cancelled before.
    /// - Throws: `WidgetError` with RESOURCE_EXHAUSTED when the process has no descriptor left.
    public static func after(_ delay: Duration, _ handler: @escaping @Sendable () -> Void) throws(WidgetError) -> DescriptorWatch {
        let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard timer >= 0 else { throw failure(errno) }
        do throws(WidgetError) {
            let watch = try watch(timer) {
                var expirations: UInt64 = 0
                if read(timer, &expirations, 8) == 8 { handler() }
            }
            var time = itimerspec()
            time.it_value = timespec(tv_sec: Int(delay.components.seconds), tv_nsec: max(1, Int(delay.components.attoseconds / 1_000_000_000)))
            timerfd_settime(timer, 0, &time, nil)
            return watch
        } catch {
            close(timer)
            throw error
        }
    }

    private func watch(_ descriptor: Int32, _ handler: @escaping @Sendable () -> Void) throws(WidgetError) -> DescriptorWatch {
        let watch = state.withLock { state in
            state.last += 1
            let watch = DescriptorWatch(number: state.last, descriptor: descriptor, watcher: self, handler: handler)
            state.watches[watch.number] = watch
            return watch
        }
        guard add(descriptor, watch.number) else {
            let code = errno
            state.withLock { _ = $0.watches.removeValue(forKey: watch.number) }
            throw Self.failure(code)
        }
        return watch
    }

    private func add(_ descriptor: Int32, _ number: UInt64) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = number
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    fileprivate func cancel(_ watch: DescriptorWatch) {
        let isFirst = state.withLock { state in
            guard state.watches.removeValue(forKey: watch.number) != nil else { return false }
            epoll_ctl(epoll, EPOLL_CTL_DEL, watch.descriptor, nil)
            state.closing.append(watch.descriptor)
            return true
        }
        if isFirst { eventfd_write(wake, 1) }
    }

    private func run() -> Never {
        // They belong to the thread, which never ends. The optimizer drops the releases of arrays that live in a loop without an end: each event leaked one.
        let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: Self.eventsPerCall)
        while true { wait(events) }
    }

    /// Waits for events, and handles them.
    @inline(never) private func wait(_ events: UnsafeMutableBufferPointer<epoll_event>) {
        // Only EINTR is possible.
        let count = max(0, epoll_wait(epoll, events.baseAddress, Int32(events.count), -1))
        for index in 0..<Int(count) {
            let number = events[index].data.u64
            if number == Self.wakeUp {
                var value: eventfd_t = 0
                eventfd_read(wake, &value)
            } else {
                state.withLock { $0.watches[number] }?.handler()
            }
        }
        let closing = state.withLock { state in
            defer { state.closing = [] }
            return state.closing
        }
        for descriptor in closing { close(descriptor) }
    }

    private static func failure(_ code: Int32) -> WidgetError {
        WidgetError(.resourceExhausted, "a descriptor can't be watched: \(String(cString: strerror(code)))")
    }
}

/// A descriptor that is watched, and closed when it is cancelled.
public final class DescriptorWatch: Sendable {
    fileprivate let number: UInt64
    public let descriptor: Int32
    private let watcher: DescriptorWatcher
    fileprivate let handler: @Sendable () -> Void

    fileprivate init(number: UInt64, descriptor: Int32, watcher: DescriptorWatcher, handler: @escaping @Sendable () -> Void) {
        self.number = number
        self.descriptor = descriptor
        self.watcher = watcher
        self.handler = handler
    }

    /// Ends the watch. A call of the handler that is running or about to begin goes on, and the descriptor is closed after it. Any thread may call this, also
    /// repeatedly.
    public func cancel() { watcher.cancel(self) }
}
