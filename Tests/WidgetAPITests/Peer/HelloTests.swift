import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication

@Suite("What two devices say when they meet")
struct HelloTests {
    @Test("A hello has well under the kilobyte that a reconnection may cost, and is read as it was written")
    func small() throws {
        let device = try #require(DeviceID(bytes: Array(repeating: 0xFF, count: 32)))
        let hello = PeerMessage.hello(
            .init(
                protocols: 1...100, schema: 100, version: "100.100.100", origin: Origin(device: device, incarnation: Incarnation(rawValue: .max)),
                now: .latest, summary: .max))
        let bytes = try hello.encoded()
        #expect(bytes.count < 128)
        #expect(try PeerMessage(encoded: bytes) == hello)
    }
}
