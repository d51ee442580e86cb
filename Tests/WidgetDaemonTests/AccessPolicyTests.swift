import TTRPC
import Testing

@testable import WidgetDaemon

/// The rights of each caller on the local socket.
@Suite struct AccessPolicyTests {
    private let policy = AccessPolicy(owner: 1_000, rights: [50: .read, 51: .act, 52: .manage])

    private func peer(uid: UInt32, gid: UInt32 = 9, groups: [UInt32] = []) -> PeerIdentity { PeerIdentity(pid: 1, uid: uid, gid: gid, groups: groups) }

    @Test(arguments: [0, 1_000] as [UInt32]) func theDaemonsUserAndRootMayDoEverything(uid: UInt32) {
        #expect(AccessRight.allCases.allSatisfy { policy.allows(peer(uid: uid), $0) })
    }

    @Test func membersOfAGroupMayWhatItMayAndNoMore() {
        #expect(policy.allows(peer(uid: 7, groups: [51]), .read))
        #expect(policy.allows(peer(uid: 7, groups: [51]), .act))
        #expect(!policy.allows(peer(uid: 7, groups: [51]), .manage))
        #expect(policy.allows(peer(uid: 7, gid: 52), .manage))
        #expect(!policy.allows(peer(uid: 7, groups: [50]), .act))
    }

    @Test func nobodyElseMayAnything() {
        #expect(!policy.allows(peer(uid: 7, groups: [53, 54]), .read))
        #expect(!AccessPolicy(owner: 1_000).allows(peer(uid: 7, gid: 0), .read), "a group of root's is not root")
    }
}
