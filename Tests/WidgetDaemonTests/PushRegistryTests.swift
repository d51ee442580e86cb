import Testing
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import DaemonCore

/// The registry of tokens and channels, over a real store.
@Suite(.timeLimit(.minutes(10))) struct PushRegistryTests {
    private static let date = Timestamp(milliseconds: 1_800_000_000_000)

    private func token(_ number: Int, endedAt: Timestamp?) throws -> StoredPushToken {
        let token = try #require(PushToken(bytes: (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }))
        return StoredPushToken(token: token, registration: PushRegistration(address: .widgets(app: "scores"), endedAt: endedAt), madeAt: Self.date)
    }

    private func open(_ directory: TemporaryDirectory, _ stored: StoredPush) throws -> (WidgetStore, PushRegistry) {
        let (store, _) = try WidgetStore.open(StoreConfiguration(directory: directory.file("state"), now: { Self.date }))
        return (store, PushRegistry(store: store, stored: stored, now: { Self.date }))
    }

    @Test func theNewestEndedTokensAreKnownAndTheOldestForgotten() async throws {
        let directory = try TemporaryDirectory()
        var stored = StoredPush()
        // Not in the order of their ends.
        stored.tokens = try (0..<PushLimits.endedTokens).reversed().map { try token($0, endedAt: Self.date + .seconds(Int64($0 - PushLimits.endedTokens))) }
        let (store, registry) = try open(directory, stored)
        defer { store.close() }
        for number in [0, PushLimits.endedTokens - 1] { #expect(registry.registration(of: try token(number, endedAt: nil).token)?.endedAt != nil) }
        let live = try #require(try await registry.mint(.widgets(app: "scores")))
        try await registry.end(.widgets(app: "scores"))
        #expect(registry.registration(of: live.token)?.endedAt == Self.date)
        #expect(registry.registration(of: try token(0, endedAt: nil).token) == nil, "the oldest made room")
        #expect(registry.registration(of: try token(1, endedAt: nil).token) != nil)
    }

    @Test func channelsAreFoundByTheirIDAndListedInTheirOrder() async throws {
        let directory = try TemporaryDirectory()
        var stored = StoredPush()
        stored.channels = (0..<5).map { PushChannel(id: [UInt8(9 - $0)], app: "scores", storesMessages: $0 % 2 == 0) }
        let (store, registry) = try open(directory, stored)
        defer { store.close() }
        #expect(registry.channel(app: "scores", id: [8]) == stored.channels[1])
        #expect(registry.channel(app: "clock", id: [8]) == nil)
        try await registry.remove(stored.channels[1])
        let new = PushChannel(id: [1], app: "scores", storesMessages: false)
        try await registry.add(new)
        #expect(registry.channels(app: "scores") == [stored.channels[0], stored.channels[2], stored.channels[3], stored.channels[4], new])
        #expect(registry.channel(app: "scores", id: [8]) == nil && registry.channel(app: "scores", id: [1]) == new)
    }
}
