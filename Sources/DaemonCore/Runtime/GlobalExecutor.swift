import CExecutor

/// The daemon's global executor. It runs jobs that prefer no other.
///
/// Swift's own executor stands on libdispatch's pool, whose monitor wakes the process once a second for as long as it lives
/// (`_dispatch_workq_init_once` in swift-corelibs-libdispatch). A daemon that sleeps until something is due can't have that.
///
/// A job that begins on the daemon's event loop runs on its thread (``EventLoopJobQueue``). Waking another thread takes longer than most jobs, and the loop's
/// own would have to be woken for the answer. Every other job runs on the threads of ``ThreadPoolExecutor``, and so does long work
/// (``ThreadPoolExecutor/run(isolation:_:)``).
package enum GlobalExecutor {
    /// Replaces the Swift runtime's executor. Call once, first in main.
    package static func install() {
        widgetd_set_global_executor { job in
            guard let job else { return }
            GlobalExecutor.enqueue(unsafeBitCast(job, to: UnownedJob.self))
        }
    }

    static func enqueue(_ job: UnownedJob) {
        if let jobs = EventLoopJobQueue.current { jobs.push(job) } else { ThreadPoolExecutor.shared.push(job) }
    }

    /// Runs a job on this thread.
    static func run(_ job: UnownedJob) { widgetd_run_job(unsafeBitCast(job, to: UnsafeMutableRawPointer.self)) }
}
