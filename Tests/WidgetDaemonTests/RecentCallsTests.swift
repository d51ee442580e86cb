import TTRPC
import Testing
import WidgetCore

@testable import DaemonCore

/// Which calls run, and which are remembered.
@Suite struct RecentCallsTests {
    private let calls = RecentCalls(limit: 2) { Timestamp(milliseconds: 0) }
    private let peer = PeerIdentity(pid: 1, uid: 7, gid: 7, groups: [])
    private let ids = (0..<3).map { WidgetID(high: 0x7000, low: 1 << 63 | $0) }

    @Test func severalAreSeenWhileTheyRun() async throws {
        try await calls.run("Place", by: peer) {
            #expect(!calls.severalRun)
            try await calls.run("Remove", by: peer) {
                #expect(calls.severalRun)
                return ((), ids[1].description)
            }
            #expect(!calls.severalRun)
            return ((), ids[0].description)
        }
        #expect(!calls.severalRun)
    }

    @Test func theNewestThatSucceededAreRemembered() async throws {
        for id in ids { try await calls.run("Place", by: peer) { ((), id.description) } }
        await #expect(throws: WidgetError.self) {
            try await calls.run("Remove", by: peer) { () async throws -> (Void, String) in throw WidgetError(.notFound, "") }
        }
        #expect(ids.map { calls.calls(of: $0).map(\.method) } == [[], ["Place"], ["Place"]])
        #expect(!calls.severalRun)
    }
}
