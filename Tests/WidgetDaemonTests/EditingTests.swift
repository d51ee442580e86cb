import Synchronization
import Testing
import WidgetCore
import WidgetReplication
import WidgetTestSupport

@testable import WidgetDaemon
@testable import WidgetStore

/// Changes of a user while the disk is busy.
@Suite(.timeLimit(.minutes(1))) struct EditingTests {
    private let directory: TemporaryDirectory
    private let store: WidgetStore
    private let placed: [Widget]

    init() throws {
        directory = try TemporaryDirectory()
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("store"), now: { .now })).0
        placed = (1...2).map {
            Widget(id: WidgetID(high: $0, low: 0), kind: "greeting", family: .systemSmall, name: "", parameters: [:], placedAt: Timestamp(milliseconds: 1))
        }
    }

    private func service() async throws -> WidgetService {
        try await store.write { [placed] transaction in for widget in placed { try transaction.put(widget) } }
        // Neither what a start writes nor the journal, after its pause: nothing but the edits waits.
        let service = WidgetService.alone(store, clock: StoppedClock())
        await service.know(placed)
        return service
    }

    @Test func editsOfDifferentWidgetsShareACommit() async throws {
        let service = try await service()
        await service.know(Kind(id: "greeting", displayName: "Greeting", families: [.systemSmall]))
        let disk = try BusyDisk(store)
        let edits = placed.map { widget in
            Task { try await service.configure(widget.id, WidgetChange(name: "mine"), caller: .foreground) }
        }
        let commits = Commits()
        store.setObserver { changes, _, _ in commits.note(changes) }
        try await disk.waits(for: 2)
        disk.end()
        for edit in edits { #expect(try await edit.value.name == "mine") }
        // Told after those who wrote.
        while commits.rows.isEmpty { try await yield() }
        #expect(commits.rows == [2])
        #expect(try store.load().widgets.map(\.name) == ["mine", "mine"])
    }

    @Test func aProviderIsNotAskedWithWhatIsJustBeingChanged() async throws {
        let service = try await service()
        let disk = try BusyDisk(store)
        var changed = placed[0]
        changed.name = "mine"
        let edit = Task { [changed, placed] in try await service.write(changed, insteadOf: placed[0]) }
        try await disk.waits(for: 1)
        await service.launch(changed.id, .configured)
        await service.launch(placed[1].id, .configured)
        // Nobody gives them here, which is a failed reload once somebody is asked.
        while await service.reloads.failedCount < 1 { try await yield() }
        #expect(await service.reloads.waiting == [changed.id: [.configured]])
        disk.end()
        _ = try await edit.value
        while await service.reloads.failedCount < 2 { try await yield() }
        #expect(await service.reloads.waiting.isEmpty)
    }
}

/// How many shared rows each commit changed.
private final class Commits: Sendable {
    private let counts = Mutex<[Int]>([])

    var rows: [Int] { counts.withLock(\.self) }

    func note(_ changes: ReplicaChanges) { counts.withLock { $0.append(changes.rows.count) } }
}

/// Ends a wait for what doesn't come, at the suite's limit.
private func yield() async throws {
    try Task.checkCancellation()
    await Task.yield()
}

/// Another write is being confirmed by the disk.
private struct BusyDisk {
    private let store: WidgetStore

    init(_ store: WidgetStore) throws {
        self.store = store
        try #require(store.queue.withLock { $0.begin() })
    }

    func waits(for count: Int) async throws {
        while store.queue.withLock({ $0.count }) < count { try await yield() }
    }

    func end() {
        guard let writer = store.connections.writer, store.queue.withLock({ $0.end() }) else { return }
        store.writePending(writer)
    }
}

extension WidgetService {
    fileprivate func know(_ placed: [Widget]) {
        for widget in placed { widgets[widget.id] = widget }
    }

    /// Another device gives this kind.
    fileprivate func know(_ kind: Kind) {
        let device = DeviceID(certificate: [1])
        peers.devices = [Device(id: device, name: "hall", addedAt: Timestamp(milliseconds: 1))]
        peers.setKinds([StoredKind(kind: kind, fingerprint: "1")], of: device)
    }
}
