import ReplicationTestSupport
import Testing
import WidgetCore

@Suite("A device that is new")
struct NewDeviceTests {
    @Test("gets everything from one whose log was cut, though that one sends its log before it hears of that")
    func joiningALongLog() throws {
        var (old, new) = (try TestDevice(1), try TestDevice(2))
        for number in 1...2_500 { try old.perform(RowKey.widget(UInt64(number)).insert("w\(number)")) }
        try old.replica.collect(tail: 1_500)
        try old.replica.finish()
        let time = SessionTime(wall: old.now, uptime: 0)
        var (here, there) = (PeerSession(peer: new.id, version: "1", time: time), PeerSession(peer: old.id, version: "1", time: time))
        var (toNew, toOld) = (messages(here.open(&old.replica, time)), messages(there.open(&new.replica, time)))
        while !toNew.isEmpty || !toOld.isEmpty {
            let (forNew, forOld) = (toNew, toOld)
            (toNew, toOld) = ([], [])
            for message in forNew { toOld += messages(try there.receive(message, &new.replica, time)) }
            for message in forOld { toNew += messages(try here.receive(message, &old.replica, time)) }
        }
        #expect(new.replica.summary().digest == old.replica.summary().digest)
        #expect(try new.replica.digest().tables == old.replica.digest().tables)
        #expect(new.name(.widget(1)) == "w1" && new.name(.widget(2_500)) == "w2500")
    }

    private func messages(_ effects: [SessionEffect]) -> [PeerMessage] { effects.compactMap { if case .send(let message) = $0 { message } else { nil } } }
}
