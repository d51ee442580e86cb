import DequeModule
import Glibc
import NIOCore

/// The jobs of the daemon's event loop, in the order in which they came. Only its thread touches them.
///
/// They have the loop in turns with what it sends, with its other tasks and, a little later, with its sockets. After a turn that was longer than ``longestTurn`` the threads of ``JobPool`` take
/// over what is left: a commit that the disk takes its time for holds the loop's clients up once and not again and again.
final class LoopJobs {
    /// Longer than all that a call or a small change of another device leads to, its commit on a quick disk included; too short to be noticed by who waits for another answer.
    static let longestTurn = TimeAmount.milliseconds(1)
    /// So many turns follow each other, then the sockets are looked at: what one call leads to has fewer.
    private static let turnsInARow = 32
    /// Long enough that the loop looks at its sockets, which it doesn't before what is due at once.
    private static let pause = TimeAmount.microseconds(20)

    private let loop: any EventLoop
    private var jobs = Deque<UnownedJob>()
    private var hasTurn = false
    private var turns = 0

    private init(_ loop: any EventLoop) { self.loop = loop }

    /// Those of this thread, where it is that of a loop that has begun to do its own. Others' (strangers' connections have one to themselves) are the pool's.
    static var current: LoopJobs? { pthread_getspecific(key).map { Unmanaged<LoopJobs>.fromOpaque($0).takeUnretainedValue() } }

    /// From now on this loop does itself what its thread leads to.
    static func begin(on loop: any EventLoop) async throws {
        try await loop.submit { _ = pthread_setspecific(key, Unmanaged.passRetained(LoopJobs(loop)).toOpaque()) }.get()
    }

    /// The pool does it again: before the loop ends.
    static func end(on loop: any EventLoop) async throws {
        try await loop.submit {
            guard let known = pthread_getspecific(key) else { return }
            pthread_setspecific(key, nil)
            Unmanaged<LoopJobs>.fromOpaque(known).takeRetainedValue().giveAway()
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

    /// Runs after what the loop has to do by then.
    func afterThis(_ body: @escaping @Sendable () -> Void) { loop.execute(body) }

    private func askForTurn() {
        hasTurn = true
        nonisolated(unsafe) let jobs = self
        turns += 1
        if turns.isMultiple(of: Self.turnsInARow) { loop.scheduleTask(in: Self.pause) { jobs.takeTurn() } } else { loop.execute { jobs.takeTurn() } }
    }

    /// Does what has come by now. What that leads to has the next turn, after what the loop has to do by then: answers are sent before the next job.
    private func takeTurn() {
        let end = NIODeadline.now() + Self.longestTurn
        for _ in 0..<jobs.count {
            guard let job = jobs.popFirst() else { break }
            job.runSynchronously(on: LoopExecutor.shared.asUnownedTaskExecutor())
            if !jobs.isEmpty, NIODeadline.now() >= end { giveAway() }
        }
        hasTurn = false
        if !jobs.isEmpty { askForTurn() }
    }

    private func giveAway() { while let job = jobs.popFirst() { JobPool.shared.push(job) } }
}

/// Where what runs on an event loop's thread goes on: there, as long as it is there. Another executor than the pool, so that a task that asks for the pool changes to it.
final class LoopExecutor: TaskExecutor {
    static let shared = LoopExecutor()

    func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

    func enqueue(_ job: UnownedJob) {
        if let jobs = LoopJobs.current { jobs.push(job) } else { JobPool.shared.push(job) }
    }
}
