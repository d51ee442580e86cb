import Testing
import WidgetAPI
import WidgetCore

@Suite("Encoding a task's views again and again")
struct TaskArchiveEncoderTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    /// Texts, numbers, and views that come and go.
    private static let course: [TaskActivity] = [
        TaskActivity(title: "Backup", detail: "begins"),
        TaskActivity(title: "Backup", detail: "12 GB left", progress: 0.25),
        TaskActivity(title: "Backup", detail: "11 GB left", progress: 0.25),
        TaskActivity(title: "Backup", detail: "11 GB left, and ü", progress: 0.375),
        TaskActivity(title: "Backup", progress: 0.5),
        TaskActivity(title: "Backup of everything", symbol: "externaldrive", detail: "", progress: 0.5),
        TaskActivity(title: "Backup", detail: "as long as it takes", startedAt: start),
        TaskActivity(title: "Backup", detail: "as long as it takes", startedAt: start + .minutes(1)),
        TaskActivity(title: "Backup", detail: "no longer", outcome: .failure, startedAt: start),
        TaskActivity(title: "Backup", detail: "done", outcome: .success, startedAt: start, finishedAt: start + .minutes(1)),
        TaskActivity(title: "Backup", detail: "done", progress: 0, outcome: .failure),
    ]

    @Test("what comes out are the bytes of encoding it all, from whatever state to whatever other")
    func sameBytes() throws {
        for first in Self.course {
            for second in Self.course {
                var encoder = TaskArchiveEncoder()
                for task in [first, second, first] { #expect(try encoder.encode(task) == ActivityArchiveCodec.encode(task.views), "\(first), then \(second)") }
            }
        }
    }

    @Test(
        "a task that can't be drawn leaves nothing behind",
        arguments: [TaskActivity(title: "Backup", detail: "now", progress: 2), TaskActivity(title: "Backup", progress: 2)])
    func brokenTask(_ broken: TaskActivity) throws {
        var encoder = TaskArchiveEncoder()
        let good = TaskActivity(title: "Backup", progress: 0.5)
        _ = try encoder.encode(good)
        #expect(throws: WidgetError.self) { try encoder.encode(broken) }
        #expect(throws: WidgetError.self) { try encoder.encode(broken) }
        #expect(try encoder.encode(good) == ActivityArchiveCodec.encode(good.views))
    }

    @Test("what changes is still checked")
    func limits() throws {
        var encoder = TaskArchiveEncoder()
        _ = try encoder.encode(TaskActivity(title: "Backup", detail: "now", progress: 0.5))
        let long = String(repeating: "x", count: Limits.textBytesPerArchive + 1)
        #expect(throws: WidgetError.self) { try encoder.encode(TaskActivity(title: "Backup", detail: long, progress: 0.5)) }
    }
}
