import Foundation
import Logging
import NIOPosix
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import DaemonCore
@testable import TTRPC
@testable import WidgetDaemon

/// A service with its store and board, and what is done when a write is about to begin.
final class ActivityBench: Sendable {
    var board: Board { service.board }
    let store: WidgetStore
    let service: ActivityService
    private let directory: TemporaryDirectory
    private let watcher: WatchQueue

    /// - Parameters:
    ///   - held: where it writes.
    ///   - other: another device, which is connected.
    ///   - activity: the other device's.
    init(on held: HeldExecutor? = nil, other: OtherDevice? = nil, activity: StoredActivity? = nil, beforeWrite: @escaping @Sendable () -> Void = {}) throws {
        directory = try TemporaryDirectory()
        let executor: @Sendable (Duration) -> (any TaskExecutor)? = { _ in
            beforeWrite()
            return held
        }
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("state"), now: { .now }, executor: executor)).0
        let link = ConnectionLink(
            id: ConnectionID(0), peer: PeerIdentity(pid: 1, uid: 0, gid: 0, groups: []), eventLoop: MultiThreadedEventLoopGroup.singleton.next())
        watcher = WatchQueue(filter: nil, stream: ServerStream(id: 1, link: link))
        var stored = try store.load()
        if let other { stored.devices = [Device(id: other.id, name: "other", addedAt: .now)] }
        if let other, let activity { stored.peers[other.id, default: PeerState()].activities[activity.activity.id] = activity }
        service = ActivityService(
            stored: stored, registry: PushRegistry(store: store, stored: stored.push, now: { .now }),
            providers: .given(store), intents: .given(store),
            devices: OtherDevices(
                isThere: { $0 == other?.id && other?.isConnected.value == true },
                answer: { device, method, payload throws(WidgetError) in
                    guard let other, device == other.id else { throw WidgetError(.unavailable, "there is no other device") }
                    return try await other.answer(method, payload)
                }), maximumAge: nil, runtime: .quiet(), setTimer: { _ in })
    }

    func watch() { _ = board.watch(watcher) }

    func start() async throws -> ActivityID {
        let task = TaskActivity(title: "Trip", detail: "begins")
        var request = ActivityRequest(app: "trips", tag: "nightly", type: TaskActivity.type, attributes: task.attributes, channel: [])
        request.content.state = task.state
        let id = try await service.start(request).id
        // Later than the drawing interval after the start was shown.
        try await ContinuousClock().sleep(for: DaemonCoreLimits.drawingInterval)
        return id
    }

    /// Waits until the board shows this.
    func wait(for detail: String, of id: ActivityID) async throws { try await until { try shown(id) == detail } }

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

/// Waits until something is so, for as long as the test may.
func until(_ isSo: () async throws -> Bool) async throws {
    while try await !isSo() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// Another device, as an owner of activities sees it.
final class OtherDevice: Sendable {
    let id = DeviceID(certificate: [2])
    let isConnected = Shared(true)
    /// How each activity that it was told of will be: what the task says.
    let told = Shared<[String]>([])
    private let isAnswering: Mutex<(is: Bool, waiting: [CheckedContinuation<Void, Never>])>

    init(isAnswering: Bool = true) { self.isAnswering = Mutex((isAnswering, [])) }

    func answer(_ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        do {
            guard method == PeerMethod.optimisticActivity else { throw WidgetError(.internal, "'\(method)' isn't expected") }
            let id = try #require(ActivityID(bytes: payload.prefix(16)))
            let activity = try StoredActivity(id, bytes: Array(payload.dropFirst(16))).activity
            told.value.append(try TaskActivity(attributes: activity.attributes, state: activity.content.state).detail)
        } catch {
            throw WidgetError(.internal, "\(error)")
        }
        await withCheckedContinuation { continuation in
            let isAnswering = self.isAnswering.withLock { state in
                if !state.is { state.waiting.append(continuation) }
                return state.is
            }
            if isAnswering { continuation.resume() }
        }
        return []
    }

    /// Answers what waits, and from now on at once.
    func answerAll() {
        let waiting = isAnswering.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A value that two threads use in turn.
final class Shared<T: Sendable>: Sendable {
    private let state: Mutex<T>
    init(_ value: T) { state = Mutex(value) }
    var value: T {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Keeps jobs until it is opened.
final class HeldExecutor: TaskExecutor {
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
