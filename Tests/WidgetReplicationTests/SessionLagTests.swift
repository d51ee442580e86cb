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

    @Test("A peer that acknowledges transactions of endless origins costs a bounded number of notes, and leaves nothing in the store")
    func endlessAcknowledgements() throws {
        var (a, liar) = (try TestDevice(1), try TestDevice(2))
        var link = TestLink(&a, &liar)
        try link.deliver(&a, &liar)
        let origins = a.replica.position.origins
        for round in 0..<4 {
            let states = (1...Int64(ReplicationLimits.origins)).map { number in
                OriginState(origin: Origin(device: liar.id, incarnation: Incarnation(rawValue: number * 4 + Int64(round))), sequence: 1)
            }
            try link.forge(.acknowledge(Acknowledgement(origins: states)), &a)
        }
        // Each noted origin is one transaction that isn't here. Two origins were known before.
        #expect(link.here.lag(a.replica).behind == Int64(ReplicationLimits.origins - 2))
        #expect(a.replica.position.origins == origins)
    }
}
