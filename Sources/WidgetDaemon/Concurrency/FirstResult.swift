import Synchronization

/// Goes on when the first of several says so; the others are not heard.
final class FirstResult: Sendable {
    private let waiting: Mutex<CheckedContinuation<Void, Never>?>

    init(_ continuation: CheckedContinuation<Void, Never>) {
        waiting = Mutex(continuation)
    }

    func finish() { waiting.withLock { $0.take() }?.resume() }
}
