import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Live Activities in a real daemon, and on two.
@Suite(.timeLimit(.minutes(10))) struct ActivityTests {
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
    private func wait(_ daemon: DaemonFixture, seconds: Int64 = 120, until isRight: (ProtoActivityEvent) -> Bool) throws -> ProtoActivityEvent {
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
        // A message on a link that is just breaking may have arrived.
        try PairedDaemons.wait(daemons[1], status: { $0.peers.contains { $0.device.name == "a" && $0.device.state != .connected } })
        let error = #expect(throws: WidgetError.self) { try update(id, progress: 0.5, on: daemons[1]) }
        #expect(error?.code == .unavailable)
        // It is still shown.
        #expect(try daemons[1].client().activity(id).activity.state == .active)
    }

    @Test func anActivityOfARevokedDeviceIsUnknown() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let id = try start("nightly", on: daemons[1]).activityID
        try wait(daemons[0]) { $0.activity.activity.id == id }
        let watch = try daemons[0].client().watchActivities()
        _ = try watch.next(timeout: .seconds(120))
        _ = try daemons[0].client().revokeDevice("b")
        while case .event(let event) = try watch.next(timeout: .seconds(120)) { if event.removedActivityID == id { break } }
        let error = #expect(throws: WidgetError.self) { try daemons[0].client().activity(id) }
        #expect(error?.code == .notFound)
        #expect(throws: WidgetError.self) { try update(id, progress: 0.5, on: daemons[0]) }
    }

    @Test func aFloodOfUpdatesIsOneEventForEachPicture() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let id = try start("nightly", progress: 0, on: daemon).activityID
        let began = ContinuousClock.now
        let ended = DispatchSemaphore(value: 0)
        // As fast as one client goes, beside the one that watches.
        let socket = daemon.socket
        Thread.detachNewThread {
            defer { ended.signal() }
            let client = WidgetClient(location: SocketLocation(explicit: socket, environment: { _ in nil }, uid: getuid()))
            for step in 1...2_000 {
                _ = try? client.update(
                    .with {
                        $0.activity = id
                        $0.content = .with { $0.state = TaskActivity(title: "", progress: Double(step) / 2_000).state }
                    })
            }
        }
        let watch = try daemon.client().watchActivities([id])
        var events = 0
        while case .event(let event) = try watch.next(timeout: .seconds(120)) {
            events += 1
            if progress(event.activity) == 1 { break }
        }
        ended.wait()
        let pictures = (ContinuousClock.now - began) / .milliseconds(16)
        #expect(Double(events) <= pictures + 3)
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
        #expect(try daemon.widgetctl("activity").output.contains("There are no activities"))
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
}
