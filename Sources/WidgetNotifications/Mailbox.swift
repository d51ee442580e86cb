import CLinux
import Glibc
import Synchronization

/// What other threads have to say to a loop that sleeps in poll(2).
final class Mailbox<Message: Sendable>: Sendable {
    /// Readable while there is something to take.
    let descriptor: Int32
    private let messages = Mutex<[Message]>([])

    /// - Returns: nil where no descriptor can be had.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        eventfd_write(descriptor, 1)
    }

    /// Everything that came, in order.
    func take() -> [Message] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
