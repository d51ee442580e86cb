import Synchronization
import Testing
import WidgetCore

@testable import DaemonCore

/// The guarantees for an edit while others come.
@Suite(.timeLimit(.minutes(1))) struct SerialTaskQueueTests {
    private let queue = SerialTaskQueue()
    private let diary = Diary()
    private let hall = WidgetID(high: 1, low: 0)
    private let kitchen = WidgetID(high: 2, low: 0)

    /// A piece of work that says when it begins, and ends when it is told to.
    private final class Piece: Sendable {
        private let begun = AsyncStream.makeStream(of: Void.self)
        private let ending = AsyncStream.makeStream(of: Void.self)

        func work() async {
            begun.continuation.finish()
            for await _ in ending.stream {}
        }

        func begins() async { for await _ in begun.stream {} }
        func end() { ending.continuation.finish() }
    }

    /// The order in which jobs ended, and how many ran at once.
    private final class Diary: Sendable {
        private let state = Mutex<(ended: [String], running: Int, most: Int)>(([], 0, 0))

        var ended: [String] { state.withLock { $0.ended } }
        var most: Int { state.withLock { $0.most } }

        /// - Parameter isAlone: it counts as many.
        /// - Returns: how many run now, this one included.
        @discardableResult
        func begins(isAlone: Bool = false) -> Int {
            state.withLock { state in
                defer { if isAlone { state.running += Self.many } }
                state.running += 1
                state.most = max(state.most, state.running)
                return state.running
            }
        }

        func ends(_ name: String, isAlone: Bool = false) {
            state.withLock { state in
                state.running -= isAlone ? 1 + Self.many : 1
                state.ended.append(name)
            }
        }

        private static let many = 1_000
    }

    /// Has it asked for when this returns.
    private func run(_ name: String, about widget: WidgetID? = nil, _ piece: Piece) -> Task<Void, any Error> {
        Task.immediate { [queue, diary] in
            try await queue.run(about: widget) {
                diary.begins()
                await piece.work()
                diary.ends(name)
            }
        }
    }

    @Test func editsOfDifferentWidgetsRunSideBySide() async throws {
        let (first, second) = (Piece(), Piece())
        let (one, two) = (run("hall", about: hall, first), run("kitchen", about: kitchen, second))
        // Where one waited for the other, this wouldn't end.
        await first.begins()
        await second.begins()
        first.end()
        second.end()
        try await one.value
        try await two.value
    }

    @Test func editsOfOneWidgetFollowEachOther() async throws {
        for number in 0..<100 {
            let piece = Piece()
            let edit = run("\(number)", about: hall, piece)
            await piece.begins()
            let next = Piece()
            let behind = run("\(number) and", about: hall, next)
            piece.end()
            await next.begins()
            next.end()
            try await edit.value
            try await behind.value
        }
        #expect(diary.most == 1)
        #expect(diary.ended == (0..<100).flatMap { ["\($0)", "\($0) and"] })
    }

    @Test func whatIsAboutEverythingRunsAlone() async throws {
        try await withThrowingTaskGroup { [queue, diary, hall, kitchen] group in
            for number in 0..<300 {
                group.addTask {
                    let widget: WidgetID? = number % 3 == 0 ? nil : number % 2 == 0 ? kitchen : hall
                    try await queue.run(about: widget) {
                        let running = diary.begins(isAlone: widget == nil)
                        #expect(running <= (widget == nil ? 1 : 2))
                        for _ in 0..<10 { await Task.yield() }
                        diary.ends("", isAlone: widget == nil)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(diary.most <= 2)
        #expect(diary.ended.count == 300)
    }

    @Test func whatIsAboutEverythingWaitsForAllBeforeAndHoldsAllBehindIt() async throws {
        let (first, second, all, last) = (Piece(), Piece(), Piece(), Piece())
        let before = [run("hall", about: hall, first), run("kitchen", about: kitchen, second)]
        await first.begins()
        await second.begins()
        let everything = run("everything", all)
        let behind = run("behind", about: hall, last)
        second.end()
        first.end()
        await all.begins()
        #expect(Set(diary.ended) == ["kitchen", "hall"])
        all.end()
        await last.begins()
        #expect(diary.ended.last == "everything")
        #expect(diary.most == 2, "nothing ran beside it")
        last.end()
        for task in before + [everything, behind] { try await task.value }
        #expect(diary.ended.last == "behind")
    }

    @Test func whatFailsHoldsNothingUp() async throws {
        await #expect(throws: WidgetError.self) { try await queue.run(about: hall) { throw WidgetError(.aborted, "no") } }
        await #expect(throws: WidgetError.self) { try await queue.run { throw WidgetError(.aborted, "no") } }
        #expect(try await queue.run(about: hall) { 1 } == 1)
    }
}
