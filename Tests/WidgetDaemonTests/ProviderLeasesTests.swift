import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetDaemon

/// When a hub counts as gone.
@Suite struct ProviderLeasesTests {
    private let (me, hub, laptop): (DeviceID, DeviceID, DeviceID)

    init() throws {
        func id(_ byte: UInt8) throws -> DeviceID { try #require(DeviceID(bytes: Array(repeating: byte, count: 32))) }
        (me, hub, laptop) = (try id(1), try id(2), try id(3))
    }

    private func leases(_ ages: [DeviceID: (seconds: Int64, isHub: Bool)]) -> ProviderLeases {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        var leases = ProviderLeases(me: me)
        leases.update(
            ages.mapValues { Presence(version: "1", addresses: [], at: now + .seconds(-$0.seconds), isHub: $0.isHub) }, at: now)
        return leases
    }

    @Test("A hub is gone when its lease has run out, and not a moment before")
    func end() {
        #expect(!leases([hub: (899, true)]).hasRunOut(hub, after: 900))
        #expect(leases([hub: (900, true)]).hasRunOut(hub, after: 900))
        #expect(leases([hub: (899, true)]).hubs(within: 900) == [hub])
        #expect(leases([hub: (900, true)]).hubs(within: 900).isEmpty)
    }

    @Test("A device that is no hub never counts as gone, nor one of which nothing is known, nor this one")
    func others() {
        let leases = leases([laptop: (90_000, false), me: (90_000, true)])
        #expect(!leases.hasRunOut(laptop, after: 30) && !leases.hasRunOut(hub, after: 30) && !leases.hasRunOut(me, after: 30))
        #expect(leases.hubs(within: 30) == [me])
    }
}
