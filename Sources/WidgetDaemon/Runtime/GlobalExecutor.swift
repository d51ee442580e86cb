import CExecutor

/// The global executor of the daemon: where a job runs that nobody has said a place for.
///
/// Swift's own stands on libdispatch's pool, whose monitor wakes the process once a second for as long as it lives
/// (`_dispatch_workq_init_once` in swift-corelibs-libdispatch), whatever it does. A daemon that is to be woken by nothing but what is due can't have that.
///
/// What the daemon's event loop leads to runs on its thread, after what the loop is doing (``EventLoopJobQueue``): to wake another thread takes longer than
/// most jobs do, and for the answer the loop's
/// own would have to be woken again. Everything else runs on the threads of ``ThreadPoolExecutor``, and so does what takes long, wherever it began
/// (``ThreadPoolExecutor/run(isolation:_:)``).
package enum GlobalExecutor {
    /// Takes the place of the runtime's. Called once, first thing in main.
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
