import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Actions of what activities show are performed by the provider that drew them, at most once for a key.
@Suite(.timeLimit(.minutes(10))) struct ActivityTapTests {
    @Test func aTapIsPerformedOnceAndTheViewsAreDrawnAnew() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        #expect(try delivery.daemon.widgetctl("activity", "tap", "parcel").output.contains("Ring (times=2)"))
        let tapped = try delivery.daemon.widgetctl("activity", "tap", "parcel", "ring", "--key", "a")
        #expect(tapped.status == 0 && tapped.output == "Performed ring.\n", "\(tapped.output)\(tapped.errors)")
        #expect(try delivery.tap(key: "a").repeatedKey)
        #expect(delivery.count("performed") == 1)
        try delivery.daemon.wait(forActivity: id) { $0.texts().contains("tapped 1") }
    }

    @Test func onAnotherDeviceItIsPerformedByTheOwner() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try DeliveryDaemon(daemon).addProvider() } }
        try daemons.pair()
        let (owner, other) = (DeliveryDaemon(daemons[0]), DeliveryDaemon(daemons[1]))
        let id = try owner.start(stops: 3)
        try other.wait(id, stops: 3)
        #expect(try !other.tap(key: "a").repeatedKey)
        #expect(try other.tap(key: "a").repeatedKey)
        // And where it is owned: the key is known.
        #expect(try owner.tap(key: "a").repeatedKey)
        #expect(owner.count("performed") == 1)
        try other.daemon.wait(forActivity: id) { $0.texts().contains("tapped 1") }
        let intent = try #require(try owner.daemon.client().intentLog(limit: 10).intents.first)
        #expect(intent.target == .activity && intent.targetName == "parcel" && intent.action == "ring" && intent.state == .confirmed)
        #expect(intent.askedOn == "b" && intent.performedOn == "a")
        let error = #expect(throws: WidgetError.self) { try other.tap(action: "rin", key: "b") }
        #expect(error?.message.contains("it has ring; did you mean ring?") == true, "\(error?.message ?? "")")
        daemons[0].stop(SIGKILL)
        // A tap into a link that is just breaking may have arrived.
        try PairedDaemons.wait(daemons[1], status: { $0.peers.contains { $0.device.name == "a" && $0.device.state != .connected } })
        let away = #expect(throws: WidgetError.self) { try other.tap(key: "c") }
        #expect(away?.code == .unavailable)
    }

    @Test func aDaemonThatIsKilledWhileItIsPerformedDoesNotRepeatIt() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        let kill = try delivery.daemon.directory.write("kill", "\(delivery.daemon.processID)")
        #expect(throws: WidgetError.self) { try delivery.tap(key: "a") }
        delivery.daemon.stop(SIGKILL)
        try FileManager.default.removeItem(atPath: kill)
        try delivery.daemon.start()
        let error = #expect(throws: WidgetError.self) { try delivery.tap(key: "a") }
        #expect(error?.code == .aborted)
        #expect(delivery.count("performed") == 1)
        // Its effect is drawn all the same.
        try delivery.daemon.wait(forActivity: id) { $0.texts().contains("tapped 1") }
    }

    @Test func aTapThatFailedMayHaveDoneSomethingAndTheViewsAreDrawnAnew() throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        try delivery.daemon.directory.write("away", "")
        let error = #expect(throws: WidgetError.self) { try delivery.tap(key: "a") }
        #expect(error?.message.contains("nobody is at home") == true, "\(error?.message ?? "")")
        try delivery.daemon.wait(forActivity: id) { $0.texts().contains("tapped 1") }
    }

    @Test(arguments: [false, true]) func aDrawingAfterATapThatFailsIsRepeated(_ isKilledBetween: Bool) throws {
        let delivery = try DeliveryDaemon()
        let id = try delivery.start(stops: 3)
        try delivery.wait(id, stops: 3)
        let broken = try delivery.daemon.directory.write("broken", "")
        _ = try delivery.tap(key: "a")
        let failed = try delivery.daemon.wait(forActivity: id) { $0.lastError.contains("the van has a flat tyre") }
        #expect(failed.texts().contains("tapped 0"))
        if isKilledBetween { delivery.daemon.stop(SIGKILL) }
        try FileManager.default.removeItem(atPath: broken)
        if isKilledBetween { try delivery.daemon.start() }
        let shown = try delivery.daemon.wait(forActivity: id) { $0.texts().contains("tapped 1") }
        #expect(shown.lastError.isEmpty)
    }
}
