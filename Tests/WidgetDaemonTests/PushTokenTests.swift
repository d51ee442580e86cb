import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import DaemonCore

/// An app has a token as long as one of its widgets takes pushes, and its provider knows it.
@Suite(.timeLimit(.minutes(10))) struct PushTokenTests {
    @Test func aTokenComesWithTheFirstWidgetAndGoesWithTheLast() throws {
        let daemon = try PushedDaemon()
        #expect(try daemon.token() == nil)
        let first = try daemon.place()
        let token = try #require(try daemon.token())
        #expect(token.count == 64)
        let second = try daemon.place()
        _ = try daemon.fixture.client().remove(first)
        #expect(try daemon.token() == token)
        _ = try daemon.fixture.client().remove(second)
        #expect(try daemon.token() == nil)
        _ = try daemon.place()
        #expect(try daemon.token() != nil && daemon.token() != token)
    }

    @Test func whereTheRemovalOfTheLastWidgetWasAnsweredItsTokenHasEnded() throws {
        for _ in 1...5 {
            let daemon = try PushedDaemon()
            let (first, second) = (try daemon.place(), try daemon.place())
            let token = try #require(try daemon.token())
            _ = try daemon.fixture.client().remove(first)
            #expect(try daemon.token() == token)
            _ = try daemon.fixture.client().remove(second)
            // Nothing that the daemon does after its answer counts.
            daemon.fixture.stop(SIGKILL)
            let store = try WidgetStore.open(StoreConfiguration(directory: daemon.fixture.state, now: { .now })).0
            defer { store.close() }
            let tokens = try store.load().push.tokens
            #expect(tokens.map { $0.token.hexadecimal } == [token] && tokens.allSatisfy { $0.registration.endedAt != nil })
        }
    }

    @Test func aTokenEndsWithTheCommitThatEndsItOrNotAtAll() async throws {
        let directory = try TemporaryDirectory()
        let store = try WidgetStore.open(StoreConfiguration(directory: directory.file("store"), now: { .now })).0
        let registry = PushRegistry(store: store, stored: StoredPush(), now: { .now })
        let address = PushAddress.widgets(app: "scores")
        #expect(try await registry.mint(address, if: { false }) == nil)
        let token = try #require(try await registry.mint(address))
        await #expect(throws: WidgetError.self) { try await registry.end(address) { _ in throw WidgetError(.notFound, "no such widget") } }
        #expect(registry.token(of: address) == token)
        #expect(try store.load().push.tokens.first?.registration.endedAt == nil)
        // Looked at last of all: a widget that came meanwhile needs it.
        try await registry.end(address, unless: { true })
        #expect(registry.token(of: address) == token)
        try await registry.end(address) { _ in }
        #expect(registry.registration(of: token.token)?.endedAt != nil)
        #expect(try store.load().push.tokens.first?.registration.endedAt != nil)
    }

    @Test func aTokenOutlivesAKillAndIsToldOnce() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        let token = try #require(try daemon.token())
        try daemon.wait { try daemon.fixture.client().pushTokens().tokens.first?.told ?? false }
        let told = try #require(try daemon.told())
        #expect(told.token == token && told.widgets == [id])
        daemon.fixture.stop(SIGKILL)
        try daemon.fixture.start()
        #expect(try daemon.token() == token)
        #expect(try daemon.fixture.client().pushTokens().tokens.first?.told == true)
        #expect(daemon.lines("told").count == 1)
    }

    @Test func theProviderHearsOfEveryChangeOfItsWidgets() throws {
        let daemon = try PushedDaemon()
        let first = try daemon.place()
        try daemon.wait { try daemon.told()?.widgets == [first] }
        let second = try daemon.place()
        try daemon.wait { try daemon.told()?.widgets == [first, second] }
        let before = daemon.lines("told").count
        var change = ProtoConfigureRequest()
        change.widget = second
        change.family = .systemMedium
        _ = try daemon.fixture.client().configure(change)
        try daemon.wait { daemon.lines("told").count > before }
        _ = try daemon.fixture.client().remove(first)
        try daemon.wait { try daemon.told()?.widgets == [second] }
        _ = try daemon.fixture.client().remove(second)
        try daemon.wait { try daemon.told().map { $0.token == nil && $0.widgets.isEmpty } ?? false }
    }

    @Test func aProviderThatCouldNotBeToldIsToldAgainAlsoAfterAKill() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        try daemon.wait { try daemon.told() != nil }
        try daemon.directory.write("refuse", "")
        let asked = daemon.lines("asked").count
        _ = try daemon.fixture.client().rotatePushTokens(app: "scores")
        try daemon.wait { daemon.lines("asked").count > asked }
        #expect(try daemon.fixture.client().pushTokens().tokens.first?.told == false)
        daemon.fixture.stop(SIGKILL)
        try FileManager.default.removeItem(atPath: daemon.refusal)
        try daemon.fixture.start()
        let token = try #require(try daemon.token())
        try daemon.wait { try daemon.told()?.token == token }
        #expect(try daemon.told()?.widgets == [id])
    }

    @Test func anAppThatIsUninstalledLosesItsTokenAndOneWhoseManifestIsBrokenDoesNot() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let token = try #require(try daemon.token())
        try daemon.directory.write("providers/scores.json", "{")
        _ = try daemon.fixture.client().rescan()
        #expect(try daemon.token() == token)
        try daemon.fixture.removeProvider("scores")
        _ = try daemon.fixture.client().rescan()
        #expect(try daemon.token() == nil)
        try daemon.addProvider()
        _ = try daemon.fixture.client().rescan()
        try daemon.wait { try daemon.token() != nil }
        #expect(try daemon.token() != token)
    }

    @Test func aTokenEndsWithTheLastWidgetAlsoWhereTheManifestIsBroken() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        _ = try #require(try daemon.token())
        try daemon.directory.write("providers/scores.json", "{")
        _ = try daemon.fixture.client().rescan()
        #expect(try daemon.token() != nil)
        _ = try daemon.fixture.client().remove(id)
        #expect(try daemon.token() == nil)
    }

    @Test func aTokenThatEndedIsKnownAsThatWithTheDate() async throws {
        let directory = try TemporaryDirectory()
        let configuration = StoreConfiguration(directory: directory.file("store"), now: { .now })
        let store = try WidgetStore.open(configuration).0
        let date = Timestamp(milliseconds: 1_800_000_000_000)
        let registry = PushRegistry(store: store, stored: StoredPush(), now: { date })
        let address = PushAddress.control(app: "scores", id: "mute")
        let first = try #require(try await registry.mint(address))
        #expect(try await registry.mint(address) == first)
        let second = try #require(try await registry.rotate(address))
        #expect(registry.registration(of: first.token) == PushRegistration(address: address, endedAt: date))
        #expect(registry.registration(of: second.token) == PushRegistration(address: address))
        try await registry.end(address)
        store.close()
        let again = try WidgetStore.open(configuration).0
        let reopened = PushRegistry(store: again, stored: try again.load().push, now: { date })
        #expect(reopened.registration(of: second.token)?.endedAt == date && reopened.token(of: address) == nil)
        #expect(try await reopened.rotate(address) == nil, "none is invented")
        #expect(reopened.isApp("scores") && !reopened.isApp("other"))
        #expect(reopened.registration(of: try #require(PushToken(bytes: [1]))) == nil)
    }
}
