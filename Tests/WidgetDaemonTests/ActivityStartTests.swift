import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Activities of a type that only other devices' providers draw.
@Suite(.timeLimit(.minutes(10))) struct ActivityStartTests {
    /// `a` and `c` draw deliveries, `b` doesn't.
    private let paired: PairedDaemons

    init() throws {
        paired = try PairedDaemons(["a", "b", "c"]) { number, daemon in if number != 1 { try DeliveryDaemon(daemon).addProvider() } }
        try paired.pair()
        try PairedDaemons.wait(paired[1], status: { $0.peers.count == 2 && $0.peers.allSatisfy { $0.device.state == .connected } })
        // The reason why `b` gives no token names their provider. There is no event for it: it is asked again.
        let end = ContinuousClock.now + .seconds(120)
        while true {
            let error = #expect(throws: WidgetError.self) { try paired[1].client().startToken(app: "tests", type: DeliveryDaemon.type) }
            if error?.message.contains("'a', 'c' do: start it there") == true { break }
            try #require(ContinuousClock.now < end, "\(error?.message ?? "")")
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    private func start(_ tag: String, stops: Int) throws -> ProtoActivityReceipt {
        try paired[1].client().start(
            .with {
                $0.app = "tests"
                $0.tag = tag
                $0.type = DeliveryDaemon.type
                $0.content.state = #"{"stops":\#(stops)}"#
            })
    }

    private func takeAway(_ number: Int, _ name: String) throws {
        paired[number].stop(SIGKILL)
        try PairedDaemons.wait(paired[1], status: { $0.peers.contains { $0.device.name == name && $0.device.state != .connected } })
    }

    @Test func theDeviceThatJoinedFirstStartsItAndOwnsIt() throws {
        let receipt = try start("parcel", stops: 3)
        #expect(receipt.outcome == .started && receipt.deviceName == "a")
        let shown = try DeliveryDaemon(paired[1]).wait(receipt.activityID, stops: 3)
        #expect(!shown.local && shown.deviceName == "a")
        // The same again is an update of that one.
        let again = try start("parcel", stops: 2)
        #expect(again.activityID == receipt.activityID && again.outcome == .updated)
        try DeliveryDaemon(paired[1]).wait(receipt.activityID, stops: 2)
        let printed = try paired[1].widgetctl("activity", "start", "--type", "Delivery", "--state", #"{"stops":1}"#, "--tag", "other")
        #expect(printed.status == 0 && printed.output.hasPrefix("Started ") && printed.output.contains(" on a."), "\(printed.output)\(printed.errors)")
    }

    @Test func whereThatIsAwayAnotherStartsItAndOfNoneTheErrorNamesThem() throws {
        let id = try start("parcel", stops: 3).activityID
        try DeliveryDaemon(paired[1]).wait(id, stops: 3)
        try takeAway(0, "a")
        #expect(try start("letter", stops: 1).deviceName == "c")
        // One of that name runs on the device that is away: another one would be a second.
        let running = #expect(throws: WidgetError.self) { try start("parcel", stops: 2) }
        #expect(running?.code == .unavailable && running?.message.contains("'a': ") == true && running?.message.contains("'c'") == false)
        try takeAway(2, "c")
        let none = #expect(throws: WidgetError.self) { try start("card", stops: 1) }
        #expect(none?.code == .unavailable && none?.message.contains("'a': ") == true && none?.message.contains("'c': ") == true, "\(none?.message ?? "")")
        #expect(try paired[1].client().activities(dismissed: true).activities.map(\.activity.tag).sorted() == ["letter", "parcel"])
    }

    @Test func whatNobodyDrawsAnyMoreIsRefused() throws {
        for number in [0, 2] {
            try paired[number].removeProvider("delivery")
            #expect(try paired[number].widgetctl("provider", "rescan").status == 0)
        }
        let error = #expect(throws: WidgetError.self) { try start("letter", stops: 1) }
        #expect(error?.code == .notFound && error?.message.contains("nobody here draws") == true, "\(error?.message ?? "")")
    }

    @Test func whatAProgramHoldsStartsOnlyWhereItIsDrawn() throws {
        let keeper = ActivityKeeper(
            at: paired[1].client().location,
            .with {
                $0.app = "tests"
                $0.tag = "held"
                $0.type = DeliveryDaemon.type
            })
        keeper.show(ProtoActivityContent())
        guard case .ended(let error) = keeper.status(waitingFor: .seconds(120)) else {
            Issue.record("it wasn't refused")
            return
        }
        #expect(error.code == .notFound && error.message.contains("'a'") && error.message.contains("start it there"), "\(error.message)")
    }
}
