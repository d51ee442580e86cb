import Glibc

extension Transaction {
    /// What has been set for the change that this thread is just making, by ``withTransaction(_:_:)`` and ``withAnimation(_:_:)``; a transaction in which nothing is set outside of them.
    public static var current: Transaction { CurrentTransaction.onThisThread ?? Transaction() }
}

/// The transaction of each thread.
enum CurrentTransaction {
    private final class Box {
        let transaction: Transaction
        init(_ transaction: Transaction) { self.transaction = transaction }
    }

    /// The thread's place for it. There is none only where the process has used up all of its keys: then changes aren't animated.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    static var onThisThread: Transaction? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().transaction
    }

    /// Runs `body` with `transaction` as the thread's, and puts back what was there, also where the body throws.
    static func with<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
        guard let key else { return try body() }
        let before = pthread_getspecific(key)
        let box = Box(transaction)
        // The thread's place doesn't own the box: this call keeps it, and takes it out again before it ends.
        return try withExtendedLifetime(box) {
            pthread_setspecific(key, Unmanaged.passUnretained(box).toOpaque())
            defer { pthread_setspecific(key, before) }
            return try body()
        }
    }
}
