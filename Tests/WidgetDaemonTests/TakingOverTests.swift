import Testing
import WidgetCore
import WidgetReplication
import WidgetStore
import WidgetTestSupport

@testable import WidgetDaemon

/// The changes that the work loop takes over though they were written past it.
@Suite(.timeLimit(.minutes(10))) struct TakingOverTests {
    private let directory: TemporaryDirectory
    private let store: WidgetStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("store"), now: { .now })).0
    }

    private func service() -> WidgetService { .alone(store) }

    private func widget(_ name: String) throws -> Widget {
        let id = try #require(WidgetID("00000000-0000-7000-8000-000000000001"))
        return Widget(id: id, kind: "greeting", family: .systemSmall, name: name, parameters: [:], placedAt: Timestamp(milliseconds: 1))
    }

    @Test func memoryDoesNotGoBackBehindWhatWasWrittenMeanwhile() async throws {
        let (placed, first, second) = (try widget(""), try widget("first"), try widget("second"))
        try await store.write { try $0.put(placed) }
        let service = service()
        try await service.startAlone()
        // A peer's change, as it is told to the work loop, which is still busy with an edit.
        _ = try await store.write { try $0.put(first, insteadOf: placed) }
        var changed = ReplicaChanges()
        changed.rows = [RowKey(table: SharedSchema.widget, id: RowID(placed.id))]
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let edit = Task {
            try await service.edits.run {
                begin.finish()
                for await _ in ends {}
            }
        }
        for await _ in begins {}
        let taking = Task { [changed] in await service.apply(changed) }
        // Nothing says that it waits in the queue; where it doesn't by then, this test is only less severe.
        for _ in 0..<1_000 { await Task.yield() }
        _ = try await store.write { try $0.put(second, insteadOf: first) }
        end.finish()
        try await edit.value
        await taking.value
        #expect(await service.widgets[placed.id]?.name == "second")
    }

    @Test func anEditKeepsWhatAnotherDeviceChangedMeanwhileAndShowsBoth() async throws {
        let placed = try widget("")
        try await store.write { try $0.put(placed) }
        let service = service()
        try await service.startAlone()
        var theirs = placed
        theirs.parameters = ["city": .text("Graz")]
        // Written, and not yet told to the work loop.
        _ = try await store.write { [theirs] in try $0.put(theirs, insteadOf: placed) }
        let written = try await service.write(try widget("mine"), insteadOf: placed)
        #expect(written.name == "mine" && written.parameters == theirs.parameters)
        #expect(await service.widgets[placed.id] == written)
        #expect(try store.load().widgets == [written])
    }
}
