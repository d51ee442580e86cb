import CExecutor
import DequeModule
import Dispatch
import Glibc
import Synchronization

/// The global executor of the daemon: a few threads that sleep until there is a job.
///
/// Swift's own stands on libdispatch's pool, whose monitor wakes the process once a second for as long as it lives
/// (`_dispatch_workq_init_once` in swift-corelibs-libdispatch), whatever it does. A daemon that is to be woken by nothing but what is due can't have that.
/// Jobs run in the order in which they came, but what a job itself leads to runs next on its own thread, where nobody must be woken for it: waking a thread that sleeps costs more
/// than most jobs. Priorities are not looked at, since no job of the daemon is long; one that may be calls ``handOver()`` first.
package final class JobPool: TaskExecutor {
    private let jobs = Mutex(Deque<UnownedJob>())
    private let available = DispatchSemaphore(value: 0)

    /// Two, so that a commit that waits for the disk holds nobody up, and no more than the machine runs at once.
    private static let threads = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    private static let shared = JobPool()
    /// How many jobs in a row a thread runs of those that lead to one another, before others have their turn.
    private static let longestChain = 16

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
    }

    private var current: Worker? { pthread_getspecific(worker).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() } }

    /// Takes the place of the runtime's global executor. Called once, first thing in main.
    package static func install() {
        widgetd_set_global_executor { job in
            guard let job else { return }
            JobPool.shared.push(unsafeBitCast(job, to: UnownedJob.self))
        }
        for _ in 0..<threads {
            var thread = pthread_t()
            pthread_create(&thread, nil, { _ in JobPool.shared.work() }, nil)
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) { push(UnownedJob(job)) }

    /// The running job is about to wait for a disk: what it led to so far runs on another thread. Without effect on a thread that isn't the pool's.
    package static func handOver() {
        guard let worker = shared.current, let job = worker.next else { return }
        worker.next = nil
        shared.pushForAll(job)
    }

    private func push(_ job: UnownedJob) {
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
                job.runSynchronously(on: asUnownedTaskExecutor())
                continue
            }
            worker.chain = 0
            available.wait()
            guard let job = jobs.withLock({ $0.popFirst() }) else { continue }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
