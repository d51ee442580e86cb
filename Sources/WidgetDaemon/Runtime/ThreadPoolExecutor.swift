import DequeModule
import Dispatch
import Glibc
import Synchronization

/// A few threads that sleep until there is a job: for what the daemon's event loop doesn't lead to, and for what takes long.
///
/// Jobs run in the order in which they came, but what a job itself leads to runs next on its own thread, where nobody must be woken for it: waking a thread
/// that sleeps costs more
/// than most jobs. Priorities are not looked at.
package final class ThreadPoolExecutor: TaskExecutor {
    package static let shared = ThreadPoolExecutor()

    private let jobs = Mutex(Deque<UnownedJob>())
    private let available = DispatchSemaphore(value: 0)
    private let arrivals = Atomic(0)

    /// Two, so that a commit that waits for the disk holds nobody up, and no more than the machine runs at once.
    private static let threads = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// How many jobs in a row a thread runs of those that lead to one another, before others have their turn.
    private static let longestChain = 16
    /// A wait for the disk that an event loop's thread may do itself: as long as its turn.
    private static let shortWait = Duration.milliseconds(1)

    /// A thread of the pool. Only that thread touches it.
    private final class Worker {
        /// What the running job led to, and how many jobs led to one another before it.
        var next: UnownedJob?
        var chain = 0
    }

    /// Where a thread of the pool finds its ``Worker``.
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

    /// Does on the pool's threads what may take longer than an event loop's clients should wait: what goes through everything that is stored, or a message of a
    /// megabyte.
    /// Not always: what goes on to an actor that is held just then is done by whoever holds it.
    package static func run<T>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T) async rethrows -> T {
        try await withTaskExecutorPreference(shared) {
            await shared.arrive()
            return try await body()
        }
    }

    /// Changes to a thread of the pool, which to prefer the pool alone doesn't: a task enters an actor that is free on the thread that it is on. What follows
    /// begins here, also on an actor.
    @inline(never)
    private func arrive() async {
        // Without something to do there, the compiler would leave the way out.
        arrivals.add(1, ordering: .relaxed)
    }

    /// A commit is about to be done that is expected to take so long; zero: most likely nothing is written. On a thread of the pool, what its job led to so far
    /// runs on another one meanwhile.
    /// - Returns: where to do it; nil: on the thread that asks.
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
