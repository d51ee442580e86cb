import Testing
import WidgetCore

struct TaskActivityTests {
    private let task = TaskActivity(
        title: "Back \"up\"", symbol: "externaldrive", detail: "12 GB left", progress: 0.6, startedAt: Timestamp(milliseconds: 1_700_000_000_000))

    @Test func itReadsWhatItWrites() throws {
        #expect(try TaskActivity(attributes: task.attributes, state: task.state) == task)
        let ended = TaskActivity(title: "x", outcome: .failure, finishedAt: Timestamp(milliseconds: 1_700_000_000_123))
        #expect(try TaskActivity(attributes: ended.attributes, state: ended.state) == ended)
    }

    @Test(arguments: [
        ("{}", "{}", "attributes: needs \"title\""), (#"{"title":1}"#, "{}", "attributes.title"), (#"{"title":"a"}"#, #"{"progress":1.5}"#, "state.progress"),
        (#"{"title":"a"}"#, #"{"progres":1}"#, "state.progres"), (#"{"title":"a"}"#, #"{"outcome":"maybe"}"#, "state.outcome"),
    ])
    func whatIsWrongIsNamed(_ attributes: String, _ state: String, _ message: String) {
        let error = #expect(throws: WidgetError.self) { try TaskActivity(attributes: attributes, state: state) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func everyPresentationIsAnArchiveWithinTheLimits() throws {
        for task in [task, TaskActivity(title: "x"), TaskActivity(title: "x", outcome: .success), TaskActivity(title: "x", progress: 0.3, outcome: .failure)] {
            #expect(Set(task.views.keys) == Set(ActivityPresentation.allCases))
            for view in task.views.values { _ = try view.archive().validated(family: .systemMedium) }
        }
    }

    @Test func whereThereIsLittleRoomProgressIsARingAndTheEndASymbol() {
        func content(_ task: TaskActivity) -> ViewContent? {
            guard case .view(let content) = task.view(.minimal).content else { return nil }
            return content
        }
        guard case .gauge(let ring)? = content(task) else {
            Issue.record("\(task.view(.minimal))")
            return
        }
        #expect(ring.style == .accessoryCircularCapacity && ring.value == 0.6)
        var ended = task
        ended.outcome = .success
        for task in [ended, TaskActivity(title: "x")] {
            guard case .image? = content(task) else {
                Issue.record("\(task.view(.minimal))")
                continue
            }
        }
        #expect(!ended.isLaidOut(as: task))
    }
}
