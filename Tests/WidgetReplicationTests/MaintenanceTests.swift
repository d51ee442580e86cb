import Testing
import WidgetCore
import WidgetReplication

@Suite("What is decided once a day")
struct MaintenanceTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func id(_ number: Int) -> DeviceID { DeviceID(certificate: [UInt8(number)]) }

    private func ago(_ days: Int64) -> Timestamp { now + Milliseconds(-days * 86_400_000) }

    private func device(_ number: Int, evictedAt: Timestamp? = nil) -> Device {
        Device(id: id(number), name: "\(number)", addedAt: ago(1_000), evictedAt: evictedAt)
    }

    @Test("a member that nobody has seen for 90 days is evicted, one that was seen later isn't; old tombstones go")
    func usual() {
        let upkeep = Maintenance(now: now, previous: ago(1), others: [device(1), device(2)], seen: [id(1): ago(91), id(2): ago(89)], connected: [:])
        #expect(upkeep.evicted == [id(1)])
        #expect(upkeep.collectsTombstones)
    }

    @Test("a device that joined lately and hasn't said anything yet stays")
    func newcomer() {
        var newcomer = device(1)
        newcomer.addedAt = ago(3)
        #expect(Maintenance(now: now, previous: ago(1), others: [newcomer], seen: [:], connected: [:]).evicted.isEmpty)
    }

    @Test("after a gap nothing is decided: this machine was off, or its clock jumped", arguments: [3, 100, 500, -3, -500] as [Int64])
    func gap(days: Int64) {
        let upkeep = Maintenance(now: now, previous: ago(days), others: [device(1)], seen: [id(1): ago(500)], connected: [:])
        #expect(upkeep.evicted.isEmpty && !upkeep.collectsTombstones)
    }

    @Test("the first run of a device decides nothing")
    func first() {
        let upkeep = Maintenance(now: now, previous: nil, others: [device(1)], seen: [id(1): ago(500)], connected: [:])
        #expect(upkeep.evicted.isEmpty && !upkeep.collectsTombstones)
    }

    @Test("nothing is decided while a connected member says that this clock is ahead by more than five minutes")
    func ahead() {
        func upkeep(_ offset: Milliseconds?) -> Maintenance {
            Maintenance(now: now, previous: ago(1), others: [device(1), device(2)], seen: [id(1): ago(500)], connected: [id(2): offset])
        }
        #expect(upkeep(.minutes(-6)).evicted.isEmpty && !upkeep(.minutes(-6)).collectsTombstones)
        for offset in [nil, .minutes(-4), .minutes(600)] as [Milliseconds?] {
            #expect(upkeep(offset).evicted == [id(1)] && upkeep(offset).collectsTombstones)
        }
    }

    @Test("a connected member is never evicted, and one that is marked has its mark taken back, after a gap too")
    func connected() {
        let others = [device(1), device(2, evictedAt: ago(1)), device(3, evictedAt: ago(1))]
        for previous in [ago(1), ago(500)] {
            let upkeep = Maintenance(now: now, previous: previous, others: others, seen: [:], connected: [id(1): nil, id(2): .zero])
            #expect(upkeep.evicted.isEmpty)
            #expect(upkeep.returned == [id(2)])
        }
    }

    @Test("devices that aren't members any more are left alone")
    func notMembers() {
        var (forgotten, revoked) = (device(1), device(2))
        forgotten.forgottenAt = ago(200)
        revoked.isRevoked = true
        let upkeep = Maintenance(now: now, previous: ago(1), others: [forgotten, revoked], seen: [:], connected: [:])
        #expect(upkeep.evicted.isEmpty && upkeep.returned.isEmpty)
    }
}
