import Foundation
import Testing
import WidgetCore

@testable import StoreWriter
@testable import WidgetStore

/// This proves that a write is there after SIGKILL at any moment if `StoreWriter` printed it as acknowledged. The page cache survives a kill. `OpeningTests`
/// reads `synchronous` back, and so checks that commits also reach the disk.
@Suite("Killed at random, the store has everything that it acknowledged")
struct KillTests {
    static let rounds = 300

    @Test("300 kills of a program that writes with four tasks at once", .timeLimit(.minutes(30)))
    func kills() async throws {
        let place = try TestStore()
        var random = Seeded(state: 20_240)
        // The last acknowledged number of each task; the write after it may be there or not.
        var acknowledged = [Int](repeating: 0, count: WriterProtocol.tasks)
        var unclean = 0
        var (total, expected) = (0, 0)
        for round in 0..<Self.rounds {
            let writer = try Writer(directory: place.directory, from: acknowledged.map { $0 + 1 })
            // After some acknowledgements, and at any moment of the work on the next.
            let awaited = Int.random(in: 0..<5, using: &random)
            try writer.wait(forLines: 1 + awaited)
            usleep(UInt32.random(in: 0..<2_000, using: &random))
            expected += awaited
            for line in try writer.kill() {
                acknowledged[line.task] = line.number
                total += 1
            }
            let (store, report) = try place.openWithReport()
            unclean += report.wasUnclean ? 1 : 0
            try #require(report.corruptStore == nil, "round \(round)")
            acknowledged = try verify(store, acknowledged, round)
            store.close()
        }
        #expect(total >= expected)
        #expect(unclean > Self.rounds / 2, "kills must hit a store that is being written")
    }

    /// Checks the store against what was acknowledged.
    /// - Returns: the number that each task's widget has.
    private func verify(_ store: WidgetStore, _ acknowledged: [Int], _ round: Int) throws -> [Int] {
        let state = try store.load()
        var found = acknowledged
        for (task, last) in acknowledged.enumerated() {
            let id = WriterProtocol.widget(task)
            let name = state.widgets.first { $0.id == id }?.name
            let number = name.flatMap { Int($0) } ?? 0
            try #require(number == last || number == last + 1, "round \(round), task \(task): acknowledged \(last), found \(number)")
            found[task] = number
            guard number > 0 else { continue }
            // All that one transaction wrote is there: the timeline with its bytes, the record, the decision.
            let timeline = try #require(state.timelines[id])
            #expect(timeline.entries.map(\.archive) == [WriterProtocol.digest(task, number), WriterProtocol.digest(task, number + 1)])
            for entry in timeline.entries { #expect(try store.archive(entry.archive)?.count == WriterProtocol.archiveBytes) }
            #expect(state.reloadRecords[id]?.failures == number)
            #expect(try store.decisions(widget: id, limit: 1).last?.decision.detail == "\(number)")
        }
        #expect(state.damaged.isEmpty)
        // Each transaction is one entry of the log, and they have no gaps.
        #expect(try store.value("SELECT seq FROM vector") == 1 + found.reduce(0, +))
        #expect(try store.value("SELECT max(seq) - min(seq) + 1 = count(*) FROM log") ?? true)
        return found
    }
}
