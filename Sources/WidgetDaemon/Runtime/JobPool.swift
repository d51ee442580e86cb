import CExecutor
import DequeModule
import Dispatch
import Glibc
import Synchronization

/// The global executor of the daemon: a few threads that sleep until there is a job.
///
/// Swift's own stands on libdispatch's pool, whose monitor wakes the process once a second for as long as it lives
/// (`_dispatch_workq_init_once` in swift-corelibs-libdispatch), whatever it does. A daemon that is to be woken by nothing but what is due can't have that.
/// Jobs run in the order in which they came; priorities are not looked at, since no job of the daemon is long.
package final class JobPool: TaskExecutor {
    private let jobs = Mutex(Deque<UnownedJob>())
    private let available = DispatchSemaphore(value: 0)

    /// Two, so that a commit that waits for the disk holds nobody up, and no more than the machine runs at once.
    private static let threads = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    private static let shared = JobPool()

    private init() {}

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

    private func push(_ job: UnownedJob) {
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    private func work() -> Never {
        while true {
            available.wait()
            guard let job = jobs.withLock({ $0.popFirst() }) else { continue }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
