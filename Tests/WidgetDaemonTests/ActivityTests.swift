import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Live Activities in a real daemon, and on two.
@Suite(.timeLimit(.minutes(3))) struct ActivityTests {
    private func start(_ tag: String, progress: Double? = nil, on daemon: DaemonFixture) throws -> ProtoActivityReceipt {
        let task = TaskActivity(title: "Backup", progress: progress)
        return try daemon.client().start(
            .with {
                $0.app = "tests"
                $0.tag = tag
                $0.type = TaskActivity.type
                $0.attributes = task.attributes
                $0.content = .with { $0.state = task.state }
            })
    }

    private func update(_ activity: String, progress: Double, on daemon: DaemonFixture) throws -> ProtoActivityReceipt {
        try daemon.client().update(
            .with {
                $0.activity = activity
                $0.content = .with { $0.state = TaskActivity(title: "", progress: progress).state }
            })
    }

    private func progress(_ snapshot: ProtoActivitySnapshot) -> Double? {
        try? TaskActivity(attributes: snapshot.activity.attributes, state: snapshot.activity.content.state).progress
    }

    /// Watches until an activity is as it should be.
    @discardableResult
    private func wait(_ daemon: DaemonFixture, seconds: Int64 = 30, until isRight: (ProtoActivityEvent) -> Bool) throws -> ProtoActivityEvent {
        let watch = try daemon.client().watchActivities()
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if case .event(let event) = try watch.next(timeout: .seconds(1)), isRight(event) { return event }
        }
        throw WidgetError(.deadlineExceeded, "the activity was not as expected within \(seconds) s")
    }

    @Test func whatWasStartedIsShownUpdatedAndEnded() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let started = try start("nightly", progress: 0.2, on: daemon)
        #expect(started.outcome == .started)
        // Again, as a client does that got no answer.
        #expect(try start("nightly", progress: 0.3, on: daemon).activityID == started.activityID)
        #expect(try update("nightly", progress: 0.6, on: daemon).outcome == .updated)
        let shown = try daemon.client().activity("nightly")
        #expect(shown.activity.state == .active)
        #expect(progress(shown) == 0.6)
        #expect(shown.local)
        #expect(Set(shown.archive.views.map(\.presentation.rawValue)) == Set(ActivityPresentation.allCases.map(\.rawValue)))
        #expect(try daemon.client().end(.with { $0.activity = "nightly" }).outcome == .ended)
        #expect(try daemon.client().activity("nightly").activity.state == .ended)
        #expect(try daemon.client().dismiss(activity: "nightly").outcome == .dismissed)
        #expect(try daemon.client().activities().activities.isEmpty)
        #expect(try daemon.client().activities(dismissed: true).activities.count == 1)
    }

    @Test func anActivityIsThereAfterAKill() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let id = try start("nightly", on: daemon).activityID
        for step in 1...20 {
            _ = try update(id, progress: Double(step) / 20, on: daemon)
            if step % 5 == 0 {
                daemon.stop(SIGKILL)
                try daemon.start()
                #expect(try progress(daemon.client().activity(id)) == Double(step) / 20)
            }
        }
    }

    @Test func aPeerShowsItAndEndsIt() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let id = try start("nightly", progress: 0.25, on: daemons[0]).activityID
        try wait(daemons[1]) { event in event.activity.activity.id == id && progress(event.activity) == 0.25 && !event.activity.local }
        // From there, by its tag.
        #expect(try update("nightly", progress: 0.5, on: daemons[1]).outcome == .updated)
        try wait(daemons[1]) { progress($0.activity) == 0.5 }
        #expect(try daemons[1].client().end(.with { $0.activity = id }).outcome == .ended)
        #expect(try daemons[0].client().activity(id).activity.state == .ended)
        try wait(daemons[1]) { $0.activity.activity.state == .ended }
        #expect(try daemons[1].client().dismiss(activity: id).outcome == .dismissed)
        try wait(daemons[1]) { $0.activity.activity.state == .dismissed }
    }

    @Test func ofAnOwnerThatIsOffNothingIsChanged() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let id = try start("nightly", on: daemons[0]).activityID
        try wait(daemons[1]) { $0.activity.activity.id == id }
        daemons[0].stop(SIGKILL)
        let error = #expect(throws: WidgetError.self) { try update(id, progress: 0.5, on: daemons[1]) }
        #expect(error?.code == .unavailable)
        // It is still shown.
        #expect(try daemons[1].client().activity(id).activity.state == .active)
    }

    @Test func aFloodOfUpdatesIsOneEventForEachPicture() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let id = try start("nightly", progress: 0, on: daemon).activityID
        let watch = try daemon.client().watchActivities([id])
        while case .event(let event) = try watch.next(timeout: .seconds(10)), !event.initialStateSent {}
        let began = ContinuousClock.now
        let client = daemon.client()
        for step in 1...2_000 {
            _ = try client.update(
                .with {
                    $0.activity = id
                    $0.content = .with { $0.state = TaskActivity(title: "", progress: Double(step) / 2_000).state }
                })
        }
        var events = 0
        while case .event(let event) = try watch.next(timeout: .seconds(10)) {
            events += 1
            if progress(event.activity) == 1 { break }
        }
        let pictures = (ContinuousClock.now - began) / .milliseconds(16)
        #expect(Double(events) <= pictures + 2)
    }

    @Test(arguments: [
        ("nothing", "{}", "{}", "type"), ("task", "{}", "{}", "attributes"), ("task", #"{"title":"a"}"#, #"{"progress":2}"#, "state.progress"),
        ("task", "no", "{}", "attributes"),
    ])
    func whatIsWrongIsNamedAndNothingIsStarted(_ type: String, _ attributes: String, _ state: String, _ field: String) throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let error = #expect(throws: WidgetError.self) {
            try daemon.client().start(
                .with {
                    $0.app = "tests"
                    $0.type = type
                    $0.attributes = attributes
                    $0.content = .with { $0.state = state }
                })
        }
        #expect(error?.message.contains(field) == true, "\(error?.message ?? "")")
        #expect(try daemon.client().activities(dismissed: true).activities.isEmpty)
    }

    @Test func theCommandsDoWhatTheySay() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        #expect(try daemon.widgetctl("activity").output.contains("Nothing happens now"))
        #expect(try daemon.widgetctl("activity", "start", "--title", "Backup", "--progress", "20%", "--tag", "nightly").status == 0)
        #expect(try daemon.widgetctl("activity", "update", "nightly", "--progress", "0.6", "--detail", "12 GB left").status == 0)
        let list = try daemon.widgetctl("activity", "list").output
        #expect(list.contains("Backup, 60 %, 12 GB left"), "\(list)")
        let shown = try daemon.widgetctl("activity", "show", "nightly").output
        #expect(shown.contains("60 %") && shown.contains("12 GB left"), "\(shown)")
        #expect(try daemon.widgetctl("activity", "end", "nightly", "--failed", "--dismiss", "10min").status == 0)
        #expect(try daemon.widgetctl("activity").output.contains("failed"))
        let missing = try daemon.widgetctl("activity", "update", "other", "--progress", "1")
        #expect(missing.status != 0 && missing.errors.contains("there is no 'other'"), "\(missing.errors)")
    }

    // MARK: Commands that are followed

    private func run(_ daemon: DaemonFixture, _ words: String...) throws -> (process: Process, input: Pipe) {
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(filePath: Programs.path("widgetctl"))
        process.arguments = ["activity", "run", "--tag", "job", "--"] + words
        process.environment = ProcessInfo.processInfo.environment.merging(["WIDGETD_SOCKET": daemon.socket]) { _, new in new }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, input)
    }

    private func task(_ snapshot: ProtoActivitySnapshot) -> TaskActivity? {
        try? TaskActivity(attributes: snapshot.activity.attributes, state: snapshot.activity.content.state)
    }

    @Test func aCommandKeepsItsOutputAndItsStatusAndItsActivityEndsWithIt() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let failed = try daemon.widgetctl("activity", "run", "--tag", "job", "--", "sh", "-c", "echo out 42%; echo err >&2; exit 3")
        #expect(failed.status == 3)
        #expect(failed.output == "out 42%\n" && failed.errors == "err\n", "\(failed)")
        let ended = try daemon.client().activity("job")
        #expect(ended.activity.state == .ended)
        #expect(task(ended)?.outcome == .failure && task(ended)?.detail == "exit status 3")
        #expect(try daemon.widgetctl("activity", "run", "--tag", "fine", "--", "true").status == 0)
        #expect(try task(daemon.client().activity("fine"))?.outcome == .success)
        #expect(try daemon.widgetctl("activity", "run", "--", "/no/such/program").status != 0)
    }

    @Test func withoutADaemonTheCommandRunsAllTheSame() throws {
        let daemon = try DaemonFixture()
        let result = try daemon.widgetctl("activity", "run", "--", "sh", "-c", "echo done; exit 4")
        #expect(result.status == 4 && result.output == "done\n")
        #expect(result.errors.contains("without an activity"))
    }

    @Test func anActivityEndsAsFailedWithItsClient() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        // Ends with its input, which is this test's.
        let (process, input) = try run(daemon, "cat")
        try wait(daemon) { $0.activity.activity.tag == "job" && $0.activity.activity.state == .active }
        kill(process.processIdentifier, SIGKILL)
        let event = try wait(daemon) { $0.activity.activity.state == .ended }
        #expect(task(event.activity)?.outcome == .failure)
        process.waitUntilExit()
        try input.fileHandleForWriting.close()
    }

    @Test func aRestartOfTheDaemonDoesntEndIt() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let (process, input) = try run(daemon, "sh", "-c", "read line; echo 50%; read line")
        let id = try wait(daemon) { $0.activity.activity.state == .active }.activity.activity.id
        daemon.stop(SIGKILL)
        try daemon.start()
        // What it prints next brings its client back.
        try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
        try wait(daemon) { $0.activity.activity.id == id && task($0.activity)?.progress == 0.5 }
        try input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
        let event = try wait(daemon) { $0.activity.activity.id == id && $0.activity.activity.state == .ended }
        #expect(task(event.activity)?.outcome == .success)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
