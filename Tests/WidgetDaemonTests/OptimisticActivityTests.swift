import Testing
import WidgetCore

@testable import WidgetDaemon

/// The states that watchers here see while the disk takes a change.
@Suite("An activity's update while it is written", .timeLimit(.minutes(1)))
struct OptimisticActivityTests {
    /// The board when the change is about to be written, and when it has been answered.
    private func shown(isWatched: Bool = true, by change: (ActivityBench, ActivityID) async throws -> Void) async throws -> (before: [String], after: String) {
        let (seen, watched, made) = (Shared<[String]>([]), Shared<ActivityID?>(nil), Shared<ActivityBench?>(nil))
        let bench = try ActivityBench { if let bench = made.value, let id = watched.value { seen.value.append((try? bench.shown(id)) ?? "nothing") } }
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
        let shown = try await shown { _ = await $0.service.perform(.drawn($1, DrawnActivity(error: ", drawn"))) }
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
        let bench = try ActivityBench(on: held) {}
        held.isOpen = true
        let id = try await bench.start()
        bench.watch()
        held.isOpen = false
        async let update: Void = bench.update(id, "half-way")
        // Also where what is waited for doesn't come.
        defer { held.isOpen = true }
        try await until { held.count > 0 }
        #expect(try bench.shown(id) == "half-way")
        // As when a device was renamed.
        await bench.service.showAll()
        #expect(try bench.shown(id) == "begins")
        held.isOpen = true
        try await update
        try await until { try bench.shown(id) == "half-way" }
    }

    @Test("what the disk doesn't take is taken back")
    func takenBack() async throws {
        let bench = try ActivityBench {}
        let id = try await bench.start()
        bench.watch()
        bench.store.close()
        await #expect(throws: WidgetError.self) { try await bench.update(id, "half-way") }
        // At the end of the drawing interval.
        try await until { try bench.shown(id) == "begins" }
        #expect(await bench.service.stateMachine[id]?.content.state == TaskActivity(title: "Trip", detail: "begins").state)
    }
}
