import DequeModule
import Dispatch
import Glibc
import Synchronization

/// A few threads that sleep until there is a job. They do long work, and all work that doesn't begin on the daemon's event loop.
///
/// Jobs run in the order of their arrival. But a job's own consequence runs next on the same thread, because waking another one costs more than most jobs.
/// Priorities are ignored.
package final class ThreadPoolExecutor: TaskExecutor {
    package static let shared = ThreadPoolExecutor()

    private let jobs = Mutex(Deque<UnownedJob>())
    private let available = DispatchSemaphore(value: 0)
    private let arrivals = Atomic(0)

    /// At least two, so that a commit that waits for the disk doesn't block other work. At most four, and not more than processors.
    private static let threads = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// Jobs that a thread runs in a row, each a consequence of the one before. Then the others have their turn.
    private static let longestChain = 16
    /// The longest wait for the disk on an event loop's thread: as long as its turn.
    private static let shortWait = Duration.milliseconds(1)

    /// A thread of the pool. Only that thread touches it.
    private final class Worker {
        /// The running job's consequence, and how many jobs came before it in the chain.
        var next: UnownedJob?
        var chain = 0
    }

    /// The key of a thread's ``Worker``.
    private let worker: pthread_key_t

    private init() {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        worker = key
        for _ in 0..<Self.threads {
            var thread = pthread_t()
            pthread_create(&thread, nil, { _ in ThreadPoolExecutor.shared.work() }, nil)
        }
    }

    private var current: Worker? { pthread_getspecific(worker).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() } }

    /// Runs work on the pool's threads that may take longer than the event loop's clients should wait, such as reading all that is stored.
    /// A part of it may run elsewhere: where it enters an actor that is busy, that actor's thread does it.
    package static func run<T>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T) async rethrows -> T {
        try await withTaskExecutorPreference(shared) {
            await shared.arrive()
            return try await body()
        }
    }

    /// Changes to a thread of the pool. A preference for the pool alone doesn't do that: a task enters a free actor on the thread that it is on.
    @inline(never)
    private func arrive() async {
        // The compiler would leave out an empty function, and with it the change of the thread.
        arrivals.add(1, ordering: .relaxed)
    }

    /// Prepares for a commit. On a thread of the pool, the running job's consequence goes to another thread, and doesn't wait for the disk.
    /// - Parameter expected: how long the commit will take; zero: most likely nothing is written.
    /// - Returns: the executor for the commit; nil: the calling thread.
    package static func prepareToWait(_ expected: Duration) -> (any TaskExecutor)? {
        guard let worker = shared.current else { return expected > shortWait && EventLoopJobQueue.current != nil ? shared : nil }
        if expected > .zero, let job = worker.next {
            worker.next = nil
            shared.pushForAll(job)
        }
        return nil
    }

    package func enqueue(_ job: consuming ExecutorJob) { push(UnownedJob(job)) }

    func push(_ job: UnownedJob) {
        if let worker = current, worker.next == nil, worker.chain < Self.longestChain { worker.next = job } else { pushForAll(job) }
    }

    private func pushForAll(_ job: UnownedJob) {
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    private func work() -> Never {
        let worker = Worker()
        pthread_setspecific(self.worker, Unmanaged.passRetained(worker).toOpaque())
        while true {
            if let job = worker.next {
                worker.next = nil
                worker.chain += 1
                GlobalExecutor.run(job)
                continue
            }
            worker.chain = 0
            available.wait()
            guard let job = jobs.withLock({ $0.popFirst() }) else { continue }
            GlobalExecutor.run(job)
        }
    }
}
