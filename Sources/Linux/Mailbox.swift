import CLinux
import Glibc
import Synchronization

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
