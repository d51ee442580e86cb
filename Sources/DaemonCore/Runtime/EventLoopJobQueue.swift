import DequeModule
import Glibc
package import NIOCore
import TTRPC

/// The Swift jobs that run on the daemon's event loop, in the order of their arrival. Only the loop's thread touches them.
///
/// The loop runs them in turns with its own work: it sends output, runs its tasks and, a little later, reads its sockets. A turn may take longer than
/// ``longestTurn``, as when a commit waits for a slow disk. Then the threads of ``ThreadPoolExecutor`` take over the rest, so that the loop's clients are held
/// up once and not again and again.
package final class EventLoopJobQueue {
    /// A longer turn gives the rest of the jobs away. A call, or a small change of another device, takes less, with its commit on a fast disk. A client that
    /// waits for another answer doesn't notice this time.
    static let longestTurn = TimeAmount.milliseconds(1)
    /// A job's consequences run in its turn for so long. Each turn costs the loop two microseconds, and a call leads to a dozen jobs.
    private static let turn = TimeAmount.microseconds(100)
    /// Turns follow each other for so long. Then the loop looks at its sockets.
    private static let longestRun = TimeAmount.milliseconds(1)
    /// After so long a pause the loop most likely has looked at them. The next turn begins sooner without a pause, on a slow machine too.
    private static let gap = TimeAmount.microseconds(50)

    private let loop: any EventLoop
    private var jobs = Deque<UnownedJob>()
    private var hasTurn = false
    /// When the turns began that follow each other, and when the last one ended.
    private var run: (began: NIODeadline, ended: NIODeadline)

    private init(_ loop: any EventLoop) {
        self.loop = loop
        run = (.now(), .now())
    }

    /// The queue of this thread; nil if it isn't the daemon's loop. The gateway's loop, which serves remote servers, has none: its jobs go to the pool.
    package static var current: EventLoopJobQueue? { pthread_getspecific(key).map { Unmanaged<EventLoopJobQueue>.fromOpaque($0).takeUnretainedValue() } }

    /// From now on, jobs that begin on this loop's thread run there.
    package static func begin(on loop: any EventLoop) async throws {
        try await loop.submit { _ = pthread_setspecific(key, Unmanaged.passRetained(EventLoopJobQueue(loop)).toOpaque()) }.get()
    }

    /// Gives the jobs to the pool again. Called before the loop ends.
    package static func end(on loop: any EventLoop) async throws {
        try await loop.submit {
            guard let known = pthread_getspecific(key) else { return }
            pthread_setspecific(key, nil)
            Unmanaged<EventLoopJobQueue>.fromOpaque(known).takeRetainedValue().moveJobsToPool()
        }.get()
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    func push(_ job: UnownedJob) {
        jobs.append(job)
        if !hasTurn { askForTurn() }
    }

    /// Runs a closure after the loop's waiting tasks and what these add: a link's step, and the write of its output.
    func executeAfterCurrentTasks(_ body: @escaping @Sendable () -> Void) { loop.execute { [loop] in loop.execute(body) } }

    private func askForTurn() {
        hasTurn = true
        nonisolated(unsafe) let jobs = self
        let now = NIODeadline.now()
        if now - run.ended > Self.gap { run.began = now }
        guard now - run.began > Self.longestRun else { return loop.execute { jobs.takeTurn() } }
        run.began = now
        NextPoll.of(loop).execute { jobs.takeTurn() }
    }

    /// Runs the waiting jobs and their consequences. Later jobs have another turn after the loop's own work, such as sending answers.
    private func takeTurn() {
        let begin = NIODeadline.now()
        run.ended = begin
        while run.ended - begin < Self.turn, let job = jobs.popFirst() {
            GlobalExecutor.run(job)
            run.ended = .now()
        }
        if run.ended - begin >= Self.longestTurn { moveJobsToPool() }
        hasTurn = false
        if !jobs.isEmpty { askForTurn() }
    }

    private func moveJobsToPool() { while let job = jobs.popFirst() { ThreadPoolExecutor.shared.push(job) } }
}

/// Lets other work of the event loop run first.
package enum EventLoopYield {
    /// On the event loop's thread, lets the loop do what is ready: it sends answers and events, and serves the links to other devices. On other threads this
    /// has no effect. `Task.yield()` can't be used, because it starts libdispatch's threads.
    package static func pass() async {
        guard let jobs = EventLoopJobQueue.current else { return }
        await withUnsafeContinuation { continuation in jobs.executeAfterCurrentTasks { continuation.resume() } }
    }
}
