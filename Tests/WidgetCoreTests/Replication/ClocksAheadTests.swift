import ReplicationTestSupport
import Testing
import WidgetCore

@Suite("Clocks that were ahead, and are set right")
struct ClocksAheadTests {
    /// Two linked devices, until neither has anything to say; a fresh session each time, as after a link that broke.
    private func talk(_ a: inout TestDevice, _ b: inout TestDevice) throws {
        var link = TestLink(&a, &b)
        try link.wait(11_000, times: 40, &a, &b)
    }

    @Test("Two that were both ten years ahead end equal, and what either wrote before and after is there")
    func bothAhead() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let right = a.now
        (a.now, b.now) = (right + .hours(87_600), right + .hours(87_600))
        try a.perform(RowKey.widget(1).insert("ten years"))
        try talk(&a, &b)
        try b.perform(RowKey.widget(2).insert("of b, ten years"))
        try talk(&a, &b)
        (a.now, b.now) = (right + .minutes(1), right + .minutes(1))
        try a.perform(RowKey.widget(3).insert("back"))
        try b.perform(RowKey.widget(4).insert("of b, back"))
        try b.perform(RowKey.widget(1).rename("ten years, edited"))
        try talk(&a, &b)
        (a.now, b.now) = (right + .minutes(2), right + .minutes(2))
        try talk(&a, &b)
        for device in [a, b] {
            #expect(device.name(.widget(1)) == "ten years, edited" && device.name(.widget(2)) == "of b, ten years")
            #expect(device.name(.widget(3)) == "back" && device.name(.widget(4)) == "of b, back")
            #expect(device.replica.position.clock.last <= .init(date: right + .minutes(10)))
        }
        #expect(a.replica.summary().digest == b.replica.summary().digest)
    }
}
