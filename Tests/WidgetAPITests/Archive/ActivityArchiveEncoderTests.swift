import Testing
import WidgetAPI
import WidgetCore

@Suite("Encoding an activity's views again and again")
struct ActivityArchiveEncoderTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    /// Texts, numbers, and views that come and go.
    private static let course: [TaskActivity] = [
        TaskActivity(title: "Backup", detail: "begins"),
        TaskActivity(title: "Backup", detail: "12 GB left", progress: 0.25),
        TaskActivity(title: "Backup", detail: "11 GB left", progress: 0.25),
        TaskActivity(title: "Backup", progress: 0.5),
        TaskActivity(title: "Backup of everything", symbol: "externaldrive", detail: "", progress: 0.5),
        TaskActivity(title: "Backup", detail: "as long as it takes", startedAt: start),
        TaskActivity(title: "Backup", detail: "done", outcome: .success, startedAt: start, finishedAt: start + .minutes(1)),
    ]

    @Test("what comes out are the bytes of encoding it all")
    func sameBytes() throws {
        var encoder = ActivityArchiveEncoder()
        for task in Self.course + Self.course.reversed() + Self.course.map({ $0 }) {
            #expect(try encoder.encode(task.views) == ActivityArchiveCodec.encode(task.views))
        }
    }

    @Test("so do those of a task that is given instead of its views")
    func tasks() throws {
        var encoder = ActivityArchiveEncoder()
        for task in Self.course + Self.course.reversed() + Self.course { #expect(try encoder.encode(task) == ActivityArchiveCodec.encode(task.views)) }
        // In between other views, which it must not take for the task's.
        _ = try encoder.encode([.lockScreen: .text("other")])
        #expect(try encoder.encode(Self.course[0]) == ActivityArchiveCodec.encode(Self.course[0].views))
    }

    @Test("a task that can't be drawn leaves nothing behind")
    func brokenTask() throws {
        var encoder = ActivityArchiveEncoder()
        let (good, broken) = (TaskActivity(title: "Backup", progress: 0.5), TaskActivity(title: "Backup", detail: "now", progress: 2))
        _ = try encoder.encode(good)
        #expect(throws: WidgetError.self) { try encoder.encode(broken) }
        #expect(throws: WidgetError.self) { try encoder.encode(broken) }
        #expect(try encoder.encode(good) == ActivityArchiveCodec.encode(good.views))
    }

    @Test("views with actions are the same, too")
    func actions() throws {
        func views(_ title: String, _ intent: String) -> [ActivityPresentation: ViewTree] {
            let action = ViewTree.Action(effect: .intent(name: intent, parameters: [:]))
            return [.lockScreen: .vstack([.text(title), ViewTree(.button(action), children: [.text("Stop")])])]
        }
        var encoder = ActivityArchiveEncoder()
        for views in [views("Run", "Stop"), views("Runs", "Stop"), views("Runs", "Pause")] {
            #expect(try encoder.encode(views) == ActivityArchiveCodec.encode(views))
        }
    }

    @Test("what changes is still checked")
    func limits() throws {
        var encoder = ActivityArchiveEncoder()
        _ = try encoder.encode([.lockScreen: .progress(0.5)])
        #expect(throws: WidgetError.self) { try encoder.encode([.lockScreen: .progress(2)]) }
        let long = String(repeating: "x", count: Limits.textBytesPerArchive + 1)
        _ = try encoder.encode([.lockScreen: .text("short")])
        #expect(throws: WidgetError.self) { try encoder.encode([.lockScreen: .text(long)]) }
    }
}
