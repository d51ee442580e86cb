import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Live Activities whose views a provider draws.
@Suite(.timeLimit(.minutes(10))) struct ActivityDrawingTests {
    @Test func aProviderDrawsWhatItDeclares() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        let shown = try delivery.wait(id, stops: 3)
        #expect(shown.lastError.isEmpty)
        #expect(shown.texts(.minimal) == ["3"])
        try delivery.update(stops: 2)
        try delivery.wait(id, stops: 2)
        #expect(try delivery.daemon.widgetctl("activity", "show", "parcel").output.contains("2 stops"))
        // How it ended is drawn too.
        _ = try delivery.daemon.client().end(
            .with {
                $0.activity = "parcel"
                $0.content.state = #"{"stops":0}"#
            })
        #expect(try delivery.wait(id, stops: 0).activity.state == .ended)
    }

    @Test func aTypeThatNobodyDrawsIsRefusedWithThoseThereAre() throws {
        let delivery = try DeliveryDaemon()
        let error = #expect(throws: WidgetError.self) {
            try delivery.daemon.client().start(
                .with {
                    $0.app = "tests"
                    $0.type = "Deliver"
                })
        }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("there are task, Delivery; did you mean Delivery?") == true, "\(error?.message ?? "")")
        #expect(try delivery.daemon.client().activities(dismissed: true).activities.isEmpty)
    }

    @Test func anUpdateIsAnsweredBeforeItIsDrawnAndTheNewestStateWins() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 100)
        try delivery.wait(id, stops: 100)
        let gate = delivery.daemon.directory.file("gate")
        #expect(mkfifo(gate, 0o600) == 0)
        let before = delivery.count("drawn")
        for stops in (1...50).reversed() { try delivery.update(stops: stops) }
        let now = try delivery.daemon.client().activity(id)
        #expect(now.activity.content.state == #"{"stops":1}"#)
        #expect(now.texts().first == "100 stops")
        #expect(now.archiveRevision < now.activity.revision)
        // Opens it for the one that waits, and for those that come.
        let writer = open(gate, O_RDWR | O_CLOEXEC)
        #expect(unlink(gate) == 0)
        close(writer)
        try delivery.wait(id, stops: 1)
        // One was being drawn, and those that came meanwhile were drawn as one.
        #expect(delivery.count("drawn") - before <= 2)
    }

    @Test(arguments: [(nil, "state.stops is missing"), (77, "lockScreen"), (78, "16384"), (79, "JSON")])
    func whatAProviderRefusesOrDrawsWronglyLeavesTheOlderViews(_ stops: Int?, _ reason: String) throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        let good = try delivery.wait(id, stops: 3)
        let state = stops.map { #"{"stops":\#($0)}"# } ?? "{}"
        _ = try delivery.daemon.client().update(
            .with {
                $0.activity = id
                $0.content.state = state
            })
        let shown = try delivery.daemon.wait(forActivity: id) { !$0.lastError.isEmpty }
        #expect(shown.lastError.contains(reason), "\(shown.lastError)")
        #expect(shown.texts() == good.texts())
        #expect(shown.archiveRevision == good.archiveRevision)
        #expect(shown.activity.content.state == state)
        // The next state is drawn at once.
        try delivery.update(stops: 1)
        #expect(try delivery.wait(id, stops: 1).lastError.isEmpty)
    }

    @Test func aProviderThatFailsIsAskedAgain() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        let broken = try delivery.daemon.directory.write("broken", "")
        try delivery.update(stops: 2)
        let shown = try delivery.daemon.wait(forActivity: id) { $0.lastError.contains("the van has a flat tyre") }
        #expect(shown.texts().first == "3 stops")
        try FileManager.default.removeItem(atPath: broken)
        #expect(try delivery.wait(id, stops: 2).lastError.isEmpty)
    }

    @Test func aProviderThatGoesAwayLeavesWhatItDrewAndAnotherDrawsAnew() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        try delivery.daemon.removeProvider("delivery")
        #expect(try delivery.daemon.widgetctl("provider", "rescan").status == 0)
        let shown = try delivery.daemon.wait(forActivity: id) { $0.lastError.contains("isn't installed") }
        #expect(shown.texts().first == "3 stops")
        try delivery.update(stops: 2)
        #expect(throws: WidgetError.self) { try delivery.start("other", stops: 1) }
        try delivery.addProvider(saying: "halts")
        #expect(try delivery.daemon.widgetctl("provider", "rescan").status == 0)
        let again = try delivery.wait(id, stops: 2)
        #expect(again.texts().first == "2 halts")
        #expect(again.lastError.isEmpty)
    }

    @Test func whatWasDrawnIsThereAfterAKillAndWhatWasNotIsDrawn() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        #expect(mkfifo(delivery.daemon.directory.file("gate"), 0o600) == 0)
        try delivery.update(stops: 2)
        delivery.daemon.stop(SIGKILL)
        try delivery.daemon.start()
        // From the store: the provider waits at the gate.
        let shown = try delivery.daemon.client().activity(id)
        #expect(shown.texts().first == "3 stops")
        #expect(shown.archiveRevision == shown.activity.revision - 1)
        let gate = open(delivery.daemon.directory.file("gate"), O_RDWR | O_CLOEXEC)
        #expect(unlink(delivery.daemon.directory.file("gate")) == 0)
        close(gate)
        try delivery.wait(id, stops: 2)
    }

    @Test func anotherDeviceShowsItWithoutTheProvider() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try DeliveryDaemon(daemon).addProvider() } }
        try daemons.pair()
        let (owner, other) = (DeliveryDaemon(daemons[0]), DeliveryDaemon(daemons[1]))
        let id = try owner.start(stops: 3)
        #expect(try !other.wait(id, stops: 3).local)
        try other.update(id, stops: 2)
        #expect(try other.wait(id, stops: 2).texts(.minimal) == ["2"])
        daemons[0].stop(SIGKILL)
        #expect(try other.daemon.client().activity(id).texts().first == "2 stops")
    }
}
