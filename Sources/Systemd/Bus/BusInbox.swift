import Glibc
import Synchronization

/// The requests of other threads to a connection's thread. Posting one wakes that thread.
final class BusInbox: Sendable {
    typealias Job = @Sendable (BusLoop) -> Void

    private struct State {
        var jobs: [Job] = []
        /// No job is taken any more.
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Readable while the thread should look here.
    let wakeDescriptor: CInt
    private let writeDescriptor: CInt

    init() throws(BusError) {
        var ends: [CInt] = [-1, -1]
        // SOCK_CLOEXEC is set from the start, so that no program that another thread starts meanwhile inherits the sockets.
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BusError(result: -errno, "a pair of sockets can't be made") }
        (wakeDescriptor, writeDescriptor) = (ends[0], ends[1])
    }

    deinit {
        close(wakeDescriptor)
        close(writeDescriptor)
    }

    /// - Returns: whether the job will run. It won't where the connection has ended, or where ``SystemdLimits/busJobs`` wait already.
    func post(_ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.jobs.count < SystemdLimits.busJobs else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { wake() }
        return isTaken
    }

    /// Ends the thread.
    func shut() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    /// Takes the jobs that wait, and says whether to end after them.
    func take() -> (jobs: [Job], isClosed: Bool) {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeDescriptor, &bytes, bytes.count) == bytes.count {}
        return state.withLock { state in
            defer { state.jobs = [] }
            return (state.jobs, state.isClosed)
        }
    }

    /// The result doesn't matter: a full socket is readable too, and wakes the thread.
    private func wake() {
        var byte: UInt8 = 1
        _ = write(writeDescriptor, &byte, 1)
    }
}
