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
        var link = TestLink(&old, &new)
        try link.deliver(&old, &new)
        #expect(new.replica.summary().digest == old.replica.summary().digest)
        #expect(try new.replica.digest().tables == old.replica.digest().tables)
        #expect(new.name(.widget(1)) == "w1" && new.name(.widget(2_500)) == "w2500")
    }
}
