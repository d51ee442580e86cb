import Foundation
import Logging
import NIOPosix
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import TTRPC
@testable import WidgetDaemon

/// What watchers here see while the disk takes a change.
@Suite("An activity's update while it is written", .timeLimit(.minutes(5)))
struct ActivityAheadTests {
    /// A service with its store and board, and what is done when a write is about to begin.
    private final class Bench: Sendable {
        let board = Board { _ in nil }
        let store: WidgetStore
        let service: ActivityService
        private let directory: TemporaryDirectory
        private let watcher: WatchQueue

        init(on held: HeldExecutor? = nil, beforeWrite: @escaping @Sendable () -> Void) throws {
            directory = try TemporaryDirectory()
            let executor: @Sendable (Duration) -> (any TaskExecutor)? = { _ in
                beforeWrite()
                return held
            }
            store = try WidgetStore.open(StoreConfiguration(directory: directory.file("state"), now: { .now }, executor: executor)).0
            let link = ConnectionLink(
                id: ConnectionID(0), peer: PeerIdentity(pid: 1, uid: 0, gid: 0, groups: []), eventLoop: MultiThreadedEventLoopGroup.singleton.next())
            watcher = WatchQueue(filter: nil, stream: ServerStream(id: 1, link: link))
            let stored = try store.load()
            service = ActivityService(
                store: store, stored: stored, board: board, registry: PushRegistry(store: store, stored: stored.push, now: { .now }),
                providers: ActivityProviders(), context: { ProviderContext(family: ActivityLimits.family, date: $0) }, maximumAge: nil,
                random: SystemRandomNumberGenerator(), clock: ContinuousClock(), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
                now: { .now }, setTimer: { _ in }, askDevice: { _, _, _ throws(WidgetError) in throw WidgetError(.unavailable, "there is no other device") })
        }

        func watch() { _ = board.watch(watcher) }

        func start() async throws -> ActivityID {
            let task = TaskActivity(title: "Trip", detail: "begins")
            var request = ActivityRequest(app: "trips", tag: "nightly", type: TaskActivity.type, attributes: task.attributes, channel: [])
            request.content.state = task.state
            let id = try await service.start(request).id
            // Later than the drawing interval after the start was shown.
            try await ContinuousClock().sleep(for: DaemonLimits.drawingInterval)
            return id
        }

        func update(_ id: ActivityID, _ detail: String, alert: Bool = false) async throws {
            _ = try await service.update(
                "\(id)",
                .with {
                    $0.content.state = TaskActivity(title: "Trip", detail: detail).state
                    if alert { $0.alert = .with { $0.title = "News" } }
                })
        }

        func shown(_ id: ActivityID) throws -> String {
            guard let bytes = try board.snapshot(id) else { return "" }
            let snapshot = try ProtoActivitySnapshot(serializedBytes: bytes)
            return try TaskActivity(attributes: snapshot.activity.attributes, state: snapshot.activity.content.state).detail + snapshot.lastError
        }
    }

    /// What is on the board when the change is about to be written, and when it has been answered.
    private func shown(isWatched: Bool = true, by change: (Bench, ActivityID) async throws -> Void) async throws -> (before: [String], after: String) {
        let (seen, watched, made) = (Shared<[String]>([]), Shared<ActivityID?>(nil), Shared<Bench?>(nil))
        let bench = try Bench { if let bench = made.value, let id = watched.value { seen.value.append((try? bench.shown(id)) ?? "nothing") } }
        made.value = bench
        defer { made.value = nil }
        let id = try await bench.start()
        if isWatched { bench.watch() }
        watched.value = id
        try await change(bench, id)
        return (seen.value, try bench.shown(id))
    }

    @Test("a watcher sees it before it is on disk")
    func ahead() async throws {
        let shown = try await shown { try await $0.update($1, "half-way") }
        #expect(shown.before == ["half-way"] && shown.after == "half-way", "\(shown)")
    }

    @Test("news is on disk before it is shown: an alert can't be taken back")
    func alert() async throws {
        let shown = try await shown { try await $0.update($1, "half-way", alert: true) }
        #expect(shown.before == ["begins"] && shown.after == "half-way", "\(shown)")
    }

    @Test("so is an end")
    func end() async throws {
        let shown = try await shown { _ = try await $0.service.end("\($1)", .with { $0.content.state = TaskActivity(title: "Trip", detail: "over").state }) }
        #expect(shown.before == ["begins"] && shown.after == "over", "\(shown)")
    }

    @Test("so is what a provider has drawn: who sees it may tap it")
    func drawn() async throws {
        let shown = try await shown { _ = await $0.service.perform(.drawn($1, ActivityPicture(error: ", drawn"))) }
        #expect(shown.before == ["begins"] && shown.after == "begins, drawn", "\(shown)")
    }

    @Test("nothing is shown ahead where nobody watches, but all of it before it is answered")
    func nobody() async throws {
        let shown = try await shown(isWatched: false) { try await $0.update($1, "half-way") }
        #expect(shown.before == ["begins"] && shown.after == "half-way", "\(shown)")
    }

    @Test("what was shown of it in between doesn't stay")
    func inBetween() async throws {
        let held = HeldExecutor()
        let bench = try Bench(on: held) {}
        held.isOpen = true
        let id = try await bench.start()
        bench.watch()
        held.isOpen = false
        async let update: Void = bench.update(id, "half-way")
        while held.count == 0 { await Task.yield() }
        #expect(try bench.shown(id) == "half-way")
        // As when a device was renamed.
        await bench.service.showAll()
        #expect(try bench.shown(id) == "begins")
        held.isOpen = true
        try await update
        while try bench.shown(id) != "half-way" { await Task.yield() }
    }

    @Test("what the disk doesn't take is taken back")
    func takenBack() async throws {
        let bench = try Bench {}
        let id = try await bench.start()
        bench.watch()
        bench.store.close()
        await #expect(throws: WidgetError.self) { try await bench.update(id, "half-way") }
        // At the end of the drawing interval.
        while try bench.shown(id) != "begins" { await Task.yield() }
        #expect(await bench.service.book[id]?.content.state == TaskActivity(title: "Trip", detail: "begins").state)
    }
}

/// A value that two threads use in turn.
private final class Shared<T: Sendable>: Sendable {
    private let state: Mutex<T>
    init(_ value: T) { state = Mutex(value) }
    var value: T {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Keeps jobs until it is opened.
private final class HeldExecutor: TaskExecutor {
    private let state = Mutex<(jobs: [UnownedJob], isOpen: Bool)>(([], false))

    var count: Int { state.withLock { $0.jobs.count } }

    var isOpen: Bool {
        get { state.withLock { $0.isOpen } }
        set {
            let jobs = state.withLock { state in
                defer { if newValue { state.jobs = [] } }
                state.isOpen = newValue
                return newValue ? state.jobs : []
            }
            for job in jobs { run(job) }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isOpen = state.withLock { state in
            if !state.isOpen { state.jobs.append(job) }
            return state.isOpen
        }
        if isOpen { run(job) }
    }

    private func run(_ job: UnownedJob) {
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
