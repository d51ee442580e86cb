import DequeModule
import Glibc
package import NIOCore

/// The jobs of the daemon's event loop, in the order in which they came. Only its thread touches them.
///
/// They have the loop in turns with what it sends, with its other tasks and, a little later, with its sockets. After a turn that was longer than
/// ``longestTurn`` the threads of ``ThreadPoolExecutor`` take
/// over what is left: a commit that the disk takes its time for holds the loop's clients up once and not again and again.
package final class EventLoopJobQueue {
    /// Longer than all that a call or a small change of another device leads to, its commit on a quick disk included; too short to be noticed by who waits for
    /// another answer.
    static let longestTurn = TimeAmount.milliseconds(1)
    /// What one job leads to runs in its turn, as long as that is no longer: each turn costs the loop two microseconds, and a call leads to a dozen jobs.
    private static let turn = TimeAmount.microseconds(100)
    /// Turns follow each other at once for so long, then the loop looks at its sockets.
    private static let longestRun = TimeAmount.milliseconds(1)
    /// Between two turns there most likely was time to look at them: without it the next one begins sooner, also where the machine is slow.
    private static let gap = TimeAmount.microseconds(50)
    /// Not due when the loop takes what is due, which it does without looking, also where the machine is slow; so it looks, and sleeps at most for so long.
    private static let look = TimeAmount.microseconds(30)

    private let loop: any EventLoop
    private var jobs = Deque<UnownedJob>()
    private var hasTurn = false
    /// When the turns began that follow each other, and when the last one ended.
    private var run: (began: NIODeadline, ended: NIODeadline)

    private init(_ loop: any EventLoop) {
        self.loop = loop
        run = (.now(), .now())
    }

    /// Those of this thread, where it is that of a loop that has begun to do its own. Others' (strangers' connections have one to themselves) are the pool's.
    static var current: EventLoopJobQueue? { pthread_getspecific(key).map { Unmanaged<EventLoopJobQueue>.fromOpaque($0).takeUnretainedValue() } }

    /// From now on this loop does itself what its thread leads to.
    package static func begin(on loop: any EventLoop) async throws {
        try await loop.submit { _ = pthread_setspecific(key, Unmanaged.passRetained(EventLoopJobQueue(loop)).toOpaque()) }.get()
    }

    /// The pool does it again: before the loop ends.
    static func end(on loop: any EventLoop) async throws {
        try await loop.submit {
            guard let known = pthread_getspecific(key) else { return }
            pthread_setspecific(key, nil)
            Unmanaged<EventLoopJobQueue>.fromOpaque(known).takeRetainedValue().giveAway()
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

    /// Runs after what is to be done by then, and what the loop has to do after that: a link's step, and the write of what it sends.
    func afterThis(_ body: @escaping @Sendable () -> Void) { loop.execute { [loop] in loop.execute(body) } }

    private func askForTurn() {
        hasTurn = true
        nonisolated(unsafe) let jobs = self
        let now = NIODeadline.now()
        if now - run.ended > Self.gap { run.began = now }
        guard now - run.began > Self.longestRun else { return loop.execute { jobs.takeTurn() } }
        run.began = now + Self.look
        // Behind what the loop has to do by now, during which it would become due.
        let loop = loop
        loop.execute { loop.scheduleTask(in: Self.look) { jobs.takeTurn() } }
    }

    /// Does what has come by now, and what that leads to at once. What comes later has another turn, after what the loop has to do by then: answers are sent
    /// before.
    private func takeTurn() {
        let begin = NIODeadline.now()
        run.ended = begin
        while run.ended - begin < Self.turn, let job = jobs.popFirst() {
            GlobalExecutor.run(job)
            run.ended = .now()
        }
        if run.ended - begin >= Self.longestTurn { giveAway() }
        hasTurn = false
        if !jobs.isEmpty { askForTurn() }
    }

    private func giveAway() { while let job = jobs.popFirst() { ThreadPoolExecutor.shared.push(job) } }
}
