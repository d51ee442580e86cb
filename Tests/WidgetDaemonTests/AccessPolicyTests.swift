import TTRPC
import Testing
import WidgetCore
import WidgetSettings

@testable import DaemonCore

/// The rights of each caller on the local socket.
@Suite struct AccessPolicyTests {
    private static let owner: UInt32 = 1_000
    private static let methods: [AccessRight: RequestedMethod] = [
        .read: RequestedMethod(service: "widgetd.v1.Widgets", name: "List", right: .read),
        .act: RequestedMethod(service: "widgetd.v1.Widgets", name: "Perform", right: .act),
        .manage: RequestedMethod(service: "widgetd.v1.Widgets", name: "Place", right: .manage),
    ]

    private func peer(uid: UInt32, gid: UInt32 = 9, groups: [UInt32] = []) -> PeerIdentity { PeerIdentity(pid: 1, uid: uid, gid: gid, groups: groups) }

    /// The rights for whose method a caller may call.
    private func rights(_ control: AccessControl, _ peer: PeerIdentity) -> [AccessRight] {
        AccessRight.allCases.filter { Self.methods[$0].map { control.decide(peer, $0).isAllowed } ?? false }
    }

    private func control(allow: [String] = [], deny: [String] = []) throws -> AccessControl {
        var settings = ConfigurationSettings()
        settings.read(
            Array(("[Access]\n" + allow.map { "Allow=\($0)\n" }.joined() + deny.map { "Deny=\($0)\n" }.joined()).utf8), path: "/etc/widgetd/widgetd.conf")
        #expect(settings.mistakes.isEmpty, "\(settings.mistakes)")
        var policy = try LiveSettings(settings).access
        policy.rights = [50: .read, 51: .act, 52: .manage]
        return AccessControl(policy, owner: Self.owner)
    }

    private func denial(_ control: AccessControl, _ peer: PeerIdentity, _ right: AccessRight) throws -> AccessDenial {
        guard case .denied(let denial) = control.decide(peer, try #require(Self.methods[right])) else { throw WidgetError(.internal, "it isn't denied") }
        return denial
    }

    @Test("A user has the name that the machine knows, or the number; it is asked for once in a while")
    func namesOfUsers() {
        #expect(Accounts.name(of: 0) == "root" && Accounts.knownName(of: 0) == "root")
        #expect(Accounts.name(of: 4_000_000_000) == "uid 4000000000" && Accounts.knownName(of: 4_000_000_000) == "uid 4000000000")
    }

    @Test(arguments: [0, 1_000] as [UInt32]) func theDaemonsUserAndRootMayDoEverythingWhateverTheRulesSay(uid: UInt32) throws {
        #expect(rights(try control(), peer(uid: uid)) == AccessRight.allCases)
        #expect(rights(try control(deny: ["\(uid) Widgets/*", "@0 Widgets/*"]), peer(uid: uid, gid: 0)) == AccessRight.allCases)
    }

    @Test func membersOfAGroupMayWhatItMayAndNoMore() throws {
        let control = try control()
        #expect(rights(control, peer(uid: 7, groups: [50])) == [.read])
        #expect(rights(control, peer(uid: 7, groups: [51])) == [.read, .act])
        #expect(rights(control, peer(uid: 7, gid: 52)) == AccessRight.allCases)
        #expect(rights(control, peer(uid: 7, groups: [50, 52])) == AccessRight.allCases, "the highest counts")
    }

    @Test func nobodyElseMayAnything() throws {
        let control = try control()
        #expect(rights(control, peer(uid: 7, groups: [53, 54])) == [])
        #expect(rights(control, peer(uid: 7, gid: 0)) == [], "a group of root's is not root")
        #expect(rights(control, .remote(name: "device")) == [])
    }

    @Test func anAllowedMethodIsOneMoreThanTheRight() throws {
        let control = try control(allow: ["7 Widgets/Place", "@60 Widgets/List Widgets/Perform"])
        #expect(rights(control, peer(uid: 7)) == [.manage])
        #expect(rights(control, peer(uid: 7, groups: [50])) == [.read, .manage])
        #expect(rights(control, peer(uid: 8, gid: 60)) == [.read, .act])
        #expect(rights(control, peer(uid: 8)) == [])
    }

    @Test func aDenialGoesBeforeAllElse() throws {
        let control = try control(allow: ["7 Widgets/*"], deny: ["@61 Widgets/Place", "8 widgetd.v1.Widgets/*"])
        #expect(rights(control, peer(uid: 7)) == AccessRight.allCases)
        #expect(rights(control, peer(uid: 7, groups: [61])) == [.read, .act])
        #expect(rights(control, peer(uid: 8, groups: [52])) == [])
    }

    @Test func aDenialNamesItsRuleAndWhatToDo() throws {
        let control = try control(deny: ["7 Widgets/*"])
        let byRule = try denial(control, peer(uid: 7, groups: [52]), .manage)
        #expect(byRule.rule == "Deny=7 Widgets/* in /etc/widgetd/widgetd.conf:2")
        #expect(
            byRule.status.code == .permissionDenied && byRule.status.message.contains("widgetd.v1.Widgets/Place") && byRule.status.message.contains(byRule.rule)
        )
        let byRight = try denial(control, peer(uid: 8, groups: [50]), .manage)
        #expect(byRight.rule == "no rule: needs manage, has read")
        #expect(byRight.status.message.contains("`manage`") && byRight.status.message.contains("has `read`") && byRight.status.message.contains("Allow="))
        #expect(try denial(control, peer(uid: 8), .read).rule == "no rule: needs read, has none")
    }
}
