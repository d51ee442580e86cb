import Foundation
import Testing
import WidgetCore
import WidgetTestSupport

@testable import WebAccess

/// Invitations and sessions: what lets a browser in, and what no longer does.
@Suite struct AccessTests {
    private let now = Timestamp(milliseconds: 1_790_000_000_000)

    @Test func anInvitationPairsOneBrowser() throws {
        var list = WebAccessList()
        let invitation = try list.invite(name: "kitchen", role: .look, for: .seconds(600), at: now)
        #expect(list.isOpen(invitation, at: now))
        let secret = try list.redeem(invitation, at: now)
        let session = try #require(list.session(of: secret, at: now))
        #expect(session.name == "kitchen" && session.role == .look)
        #expect(throws: WidgetError.self) { try list.redeem(invitation, at: now) }
        #expect(list.sessions.count == 1)
    }

    @Test func anInvitationEnds() throws {
        var list = WebAccessList()
        let invitation = try list.invite(name: "", role: .act, for: .seconds(600), at: now)
        let late = now + .seconds(600)
        #expect(!list.isOpen(invitation, at: late))
        #expect(throws: WidgetError.self) { try list.redeem(invitation, at: late) }
    }

    @Test func aBrowsersAlertsGoWithItsSession() throws {
        let directory = try TemporaryDirectory()
        let file = WebAccessFile(path: directory.file("browsers"))
        func pair(_ name: String) throws -> String {
            try file.change { list throws(WidgetError) in
                let secret = try list.redeem(try list.invite(name: name, role: .look, for: .seconds(60), at: now), at: now)
                return list.session(of: secret, at: now)?.id ?? ""
            }
        }
        let (phone, again) = (try pair("my phone"), try pair("again"))
        let address = WebAlertAddress(endpoint: "https://push.example/1", publicKey: "p", authentication: "a")
        try file.change { list throws(WidgetError) in
            list.alertKey = "key"
            try list.setAlerts(address, of: phone)
        }
        #expect(try file.read().alertKey == "key" && file.read().sessions.map(\.alerts) == [address, nil])
        // The same browser was paired anew: it isn't told twice.
        try file.change { list throws(WidgetError) in try list.setAlerts(address, of: again) }
        #expect(try file.read().sessions.map(\.alerts) == [nil, address])
        try file.change { list throws(WidgetError) in list.revoke(again) }
        #expect(try !String(contentsOfFile: file.path, encoding: .utf8).contains("push.example"))
        for wrong in ["https://push.example/a b", "", "https://push.example/" + String(repeating: "x", count: WebAccessLimits.addressBytes)] {
            let address = WebAlertAddress(endpoint: wrong, publicKey: "p", authentication: "a")
            #expect(throws: WidgetError.self) { try file.change { list throws(WidgetError) in try list.setAlerts(address, of: phone) } }
        }
    }

    @Test func aForgedSecretIsNobodys() throws {
        var list = WebAccessList()
        let secret = try list.redeem(try list.invite(name: "", role: .act, for: .seconds(600), at: now), at: now)
        #expect(list.session(of: .make(), at: now) == nil)
        let last = secret.text.last == "0" ? "1" : "0"
        #expect(list.session(of: try #require(WebSecret(secret.text.dropLast() + last)), at: now) == nil)
        #expect(throws: WidgetError.self) { try list.redeem(.make(), at: now) }
    }

    @Test(arguments: ["", "zz", String(repeating: "a", count: 63), String(repeating: "A", count: 64), String(repeating: "a", count: 65)])
    func otherTextIsNoSecret(text: String) {
        #expect(WebSecret(text) == nil)
    }

    @Test func aRevokedBrowserIsNobody() throws {
        var list = WebAccessList()
        let secret = try list.redeem(try list.invite(name: "kitchen", role: .act, for: .seconds(600), at: now), at: now)
        list.revoke(try list.session(named: "kitchen").id)
        #expect(list.session(of: secret, at: now) == nil)
    }

    @Test func aBrowserThatWasNotSeenForLongIsForgotten() throws {
        var list = WebAccessList()
        let secret = try list.redeem(try list.invite(name: "", role: .act, for: .seconds(600), at: now), at: now)
        #expect(list.session(of: secret, at: now + .seconds(400 * 86_400)) != nil)
        #expect(list.session(of: secret, at: now + .seconds(402 * 86_400)) == nil)
        let id = list.sessions[0].id
        let (isNews, isNewsAgain) = (list.see(id, at: now + .seconds(399 * 86_400)), list.see(id, at: now + .seconds(399 * 86_400)))
        #expect(isNews && !isNewsAgain)
        #expect(list.session(of: secret, at: now + .seconds(402 * 86_400)) != nil)
    }

    @Test func twoBrowsersOfOneNameAreTold() throws {
        var list = WebAccessList()
        for _ in 0..<2 { _ = try list.redeem(try list.invite(name: "phone", role: .act, for: .seconds(600), at: now), at: now) }
        #expect(list.sessions.map(\.name) == ["phone", "phone 2"])
        #expect(throws: WidgetError.self) { try list.session(named: "tablet") }
    }

    @Test func invitationsAndSessionsAreBounded() throws {
        var list = WebAccessList()
        for _ in 0..<WebAccessLimits.invitations { _ = try list.invite(name: "", role: .act, for: .seconds(600), at: now) }
        #expect(throws: WidgetError.self) { try list.invite(name: "", role: .act, for: .seconds(600), at: now) }
        // Those that are over make room.
        _ = try list.invite(name: "", role: .act, for: .seconds(600), at: now + .seconds(600))
        #expect(throws: WidgetError.self) { try list.invite(name: String(repeating: "a", count: 65), role: .act, for: .seconds(1), at: now) }
        #expect(throws: WidgetError.self) { try list.invite(name: "a\nb", role: .act, for: .seconds(1), at: now) }
        #expect(throws: WidgetError.self) { try list.invite(name: "", role: .act, for: .seconds(8 * 86_400), at: now) }
    }

    @Test func theFileHasNoSecretAndIsItsOwnersAlone() throws {
        let directory = try TemporaryDirectory()
        let file = WebAccessFile(path: directory.file("state/web-browsers"))
        #expect(try file.read() == WebAccessList())
        let invitation = try file.change { list throws(WidgetError) in try list.invite(name: "two words", role: .look, for: .seconds(600), at: now) }
        let secret = try file.change { list throws(WidgetError) in try list.redeem(invitation, at: now) }
        _ = try file.change { list throws(WidgetError) in try list.invite(name: "next one", role: .act, for: .seconds(600), at: now) }
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(!text.contains(secret.text) && !text.contains(invitation.text))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let session = try #require(try file.read().session(of: secret, at: now))
        #expect(session.name == "two words" && session.role == .look && session.created == now)
    }

    @Test(arguments: [
        "", "widgetd web browsers 2\n", "widgetd web browsers 1", "widgetd web browsers 1\nsession a b admin 1 1 x\n", "widgetd web browsers 1\nx\n",
    ])
    func anotherFileIsNotTaken(text: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write("web-browsers", text)
        #expect(throws: WidgetError.self) { try WebAccessFile(path: directory.file("web-browsers")).read() }
    }

    @Test func aFormsTokenIsNotTheSecret() {
        let secret = WebSecret.make()
        #expect(secret.derived(for: "a") != secret.text && secret.derived(for: "a") != secret.digest)
        #expect(secret.derived(for: "a") == secret.derived(for: "a") && secret.derived(for: "a") != secret.derived(for: "b"))
        #expect(WebSecret.areEqual("ab", "ab") && !WebSecret.areEqual("ab", "ac") && !WebSecret.areEqual("ab", "abc"))
    }
}
