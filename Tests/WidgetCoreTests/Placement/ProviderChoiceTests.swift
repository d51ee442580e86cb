import Testing
import WidgetCore

@Suite("Which device gives a widget's timelines")
struct ProviderChoiceTests {
    private func device(_ number: UInt8, addedAt: Int64, isRevoked: Bool = false, forgottenAt: Timestamp? = nil) -> Device {
        guard let id = DeviceID(bytes: Array(repeating: number, count: 32)) else { preconditionFailure("32 bytes are a device's id") }
        return Device(
            id: id, name: "\(number)", addedAt: Timestamp(milliseconds: addedAt), forgottenAt: forgottenAt,
            isRevoked: isRevoked)
    }

    @Test("The device on which it was placed, where that gives the kind")
    func placedOn() {
        let (a, b) = (device(1, addedAt: 1), device(2, addedAt: 2))
        #expect(ProviderChoice.device(placedOn: b.id, providingDevices: [a.id, b.id], among: [a, b]) == b.id)
    }

    @Test("Else of those that give it the one that joined first; of one moment the lesser id")
    func joinedFirst() {
        let (a, b, c) = (device(3, addedAt: 5), device(2, addedAt: 1), device(1, addedAt: 1))
        #expect(ProviderChoice.device(placedOn: a.id, providingDevices: [b.id, c.id], among: [a, b, c]) == c.id)
    }

    @Test("A hub that is gone is replaced by the hub that joined first among those that are there; without one it keeps its widgets")
    func gone() {
        let (a, b, c) = (device(1, addedAt: 1), device(2, addedAt: 2), device(3, addedAt: 3))
        func giver(_ gone: Set<DeviceID>, _ takers: Set<DeviceID>, _ giving: Set<DeviceID>) -> DeviceID? {
            ProviderChoice.device(
                placedOn: a.id, providingDevices: giving, among: [a, b, c], isGone: { gone.contains($0) }, isTaker: { takers.contains($0) })
        }
        #expect(giver([a.id], [b.id, c.id], [a.id, b.id, c.id]) == b.id)
        #expect(giver([a.id, b.id], [c.id], [a.id, b.id, c.id]) == c.id)
        #expect(giver([a.id], [b.id, c.id], [a.id, c.id]) == c.id, "the second has no provider")
        #expect(giver([a.id], [], [a.id, b.id]) == a.id, "the second is no hub")
        #expect(giver([], [b.id], [a.id, b.id]) == a.id)
    }

    @Test("Never one that was revoked or forgotten, or that isn't known")
    func members() {
        let (a, b, c) = (device(1, addedAt: 1, isRevoked: true), device(2, addedAt: 2, forgottenAt: Timestamp(milliseconds: 9)), device(3, addedAt: 3))
        #expect(ProviderChoice.device(placedOn: a.id, providingDevices: [a.id, b.id, c.id], among: [a, b]) == nil)
    }
}
