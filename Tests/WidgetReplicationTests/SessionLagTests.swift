import Testing
import WidgetCore
import WidgetReplication

@Suite("How far two devices are apart, as each of them says")
struct SessionLagTests {
    @Test("What the other one holds, since it is from the future there, isn't said to have arrived")
    func heldThere() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        a.now = a.now + .hours(1)
        // Until both have acknowledged what they took.
        let acknowledged = ReplicationLimits.acknowledgeInterval.count
        var link = TestLink(&a, &b)
        try link.wait(acknowledged, times: 4, &a, &b)
        #expect(link.here.lag(a.replica).ahead == 0 && !link.here.lag(a.replica).isHeldThere)
        for number in 1...3 { try a.perform(RowKey.widget(UInt64(number)).insert("of a")) }
        try link.wait(acknowledged, times: 4, &a, &b)
        #expect(link.here.lag(a.replica).ahead == 3 && link.here.lag(a.replica).isHeldThere)
        // Its time has come.
        b.now = a.now
        try link.wait(acknowledged, times: 4, &a, &b)
        #expect(link.here.lag(a.replica).ahead == 0 && !link.here.lag(a.replica).isHeldThere)
    }
}
