import CLinux
import Glibc
import Synchronization

/// A thread for work that blocks. Work on the runtime's threads must not block.
public enum DetachedThread {
    /// The system has no room for another thread.
    public struct Failure: Error, Sendable {
        /// errno.
        public let code: Int32
    }

    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread of its own. Nobody waits for the thread, and no signal is delivered to it.
    /// - Parameter stackBytes: the size of the thread's stack. Nil uses the system's default.
    /// - Throws: ``Failure``; `body` doesn't run then.
    public static func run(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) throws(Failure) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
        // A new thread inherits the signal mask of the thread that makes it.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw Failure(code: result)
        }
    }
}

/// Messages from other threads to a loop that sleeps in poll(2).
public final class Mailbox<Message: Sendable>: Sendable {
    /// Readable while there is something to take.
    public let descriptor: Int32
    private let messages = Mutex<[Message]>([])

    /// - Returns: nil where no descriptor is left.
    public init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    public func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        eventfd_write(descriptor, 1)
    }

    /// Everything that came, in order.
    public func take() -> [Message] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
