import Testing
import WidgetCore

@testable import WidgetPeers

@Suite("When a device is dialled")
struct DialPlanTests {
    @Test("while it rests nothing makes it sooner, and no attempt is lost")
    func rest() throws {
        let (first, second) = (try PeerAddress("10.0.0.1:9434"), try PeerAddress("10.0.0.2:9434"))
        var plan = DialPlan<PeerAddress>()
        plan.suspend(until: 60_000)
        #expect(plan.due == nil, "there is no address")
        plan.set([first], uptime: 1_000)
        #expect(plan.due == 60_000)
        plan.dialNow(uptime: 2_000)
        plan.set([first, second], uptime: 3_000)
        #expect(plan.due == 60_000)
        plan.dialNow(uptime: 70_000)
        #expect(plan.due == 70_000)
    }
}
