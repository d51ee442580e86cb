import Testing
import WidgetCore

@testable import WidgetStore

@Suite("What is kept of pushes")
struct PushRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func reopened() throws -> StoredPush {
        store.close()
        return try place.open().load().push
    }

    private func token(_ number: Int, _ address: PushAddress = .widgets(app: "scores"), endedAt: Timestamp? = nil) throws -> StoredPushToken {
        let bytes = [UInt8](repeating: 0, count: 24) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return StoredPushToken(
            token: try #require(PushToken(bytes: bytes)), registration: PushRegistration(address: address, endedAt: endedAt), madeAt: place.now)
    }

    private func push(_ number: Int64, expiration: Timestamp? = nil, collapseID: String? = nil, heldUntil: Timestamp? = nil) throws -> OpenPush {
        OpenPush(
            number: number,
            notification: PushNotification(
                id: "push \(number)", source: .webPush, address: .control(app: "scores", id: "mute"), token: try token(1).token, priority: 5,
                expiration: expiration,
                collapseID: collapseID, payload: [1, 2, 0, 255]),
            arrivedAt: place.now, heldUntil: heldUntil)
    }

    private func line(_ number: Int, app: String = "scores") -> PushLogEntry {
        PushLogEntry(time: place.now, push: "push \(number)", app: app, type: .widgets, event: .stored, detail: "waits", until: place.now + .hours(1))
    }

    @Test("tokens of every kind come back as they were, with the date of their end")
    func tokens() async throws {
        let date = place.now
        let tokens = [
            try token(1), try token(2, .control(app: "scores", id: "mute")), try token(3, .activity(app: "scores", id: "match")),
            try token(4, .attributes(app: "scores", type: "Match")),
        ]
        try await store.write { transaction in
            for token in tokens { try transaction.add(token) }
            try transaction.end(tokens[1].token, at: date)
            // The first end is the one that counts.
            try transaction.end(tokens[1].token, at: date + .hours(1))
        }
        var expected = tokens
        expected[1].registration.endedAt = date
        #expect(try reopened().tokens == expected)
    }

    @Test("topics come back, of a name the last, and not once they were removed")
    func topics() async throws {
        let topics = ["build", "backup", "gone"].map { ActivityTopic(name: $0, digest: ContentDigest(of: Array($0.utf8)), madeAt: place.now) }
        let newer = ActivityTopic(name: "build", digest: ContentDigest(of: [1]), madeAt: place.now + .hours(1))
        try await store.write { transaction in
            for topic in topics { try transaction.put(topic) }
            try transaction.put(newer)
            try transaction.removeTopic("gone")
        }
        #expect(try Set(reopened().topics) == [topics[1], newer])
    }

    @Test("a token is never given twice")
    func tokensAreUnique() async throws {
        let (first, second) = (try token(1), try token(1, .widgets(app: "other")))
        try await store.write { try $0.add(first) }
        await #expect(throws: WidgetError.self) { try await store.write { try $0.add(second) } }
    }

    @Test("of tokens that ended the newest are known on; those that work all are")
    func endedTokensAreBounded() async throws {
        let date = place.now
        let tokens = try (0..<PushLimits.endedTokens + 3).map { try token($0) }
        let living = try token(1_000_000)
        try await store.write { transaction in
            try transaction.add(living)
            for (index, token) in tokens.enumerated() {
                var ended = token
                ended.registration.endedAt = index < tokens.count - 1 ? date + .seconds(Int64(index)) : nil
                try transaction.add(ended)
            }
            try transaction.end(tokens[tokens.count - 1].token, at: date + .hours(24))
        }
        let kept = try reopened().tokens
        #expect(kept.count == PushLimits.endedTokens + 1)
        #expect(kept.first?.token == living.token && kept.dropFirst().first?.token == tokens[3].token)
    }

    @Test("a key is one of its team and id, with the apps that it is for")
    func keys() async throws {
        let old = PushKey(team: "T", id: "K", publicKey: [4, 1], addedAt: place.now)
        let new = PushKey(team: "T", id: "K", publicKey: [4, 2], addedAt: place.now + .seconds(1), apps: ["b", "a"])
        let other = PushKey(team: "U", id: "K", publicKey: [4, 3], addedAt: place.now)
        try await store.write { transaction in
            for key in [old, other, new] { try transaction.put(key) }
        }
        #expect(try Set(store.load().push.keys) == [new, other])
        try await store.write { try $0.removeKey(team: "T", id: "K") }
        #expect(try reopened().keys == [other])
    }

    @Test("a push stays until it is closed, and is changed in its place")
    func openPushes() async throws {
        let waiting = try push(1, expiration: place.now + .hours(1), collapseID: "goal", heldUntil: place.now + .seconds(60))
        let (tried, closed) = (try push(1, expiration: place.now + .hours(1), collapseID: "goal"), try push(2))
        try await store.write { try $0.write([.keep(waiting), .keep(closed), .close(2)]) }
        #expect(try store.load().push.open == [waiting])
        try await store.write { try $0.write([.keep(tried)]) }
        #expect(try reopened().open == [tried])
    }

    @Test("the log is read by push, by app, and after a line, oldest first")
    func log() async throws {
        let lines = [line(1), line(2), line(1), line(3, app: "other"), line(1)]
        try await store.write { try $0.write(lines.map { .log($0) }) }
        #expect(try store.pushLog(limit: 2).map(\.line) == [line(3, app: "other"), line(1)])
        #expect(try store.pushLog(push: "push 1", limit: 10).map(\.sequence) == [1, 3, 5])
        #expect(try store.pushLog(app: "other", limit: 10).map(\.sequence) == [4])
        #expect(try store.pushLog(after: 2, limit: 2).map(\.sequence) == [3, 4])
    }

    @Test("the log is bounded")
    func logBound() async throws {
        let many = (0..<PushLimits.logLines + 300).map { PushEffect.log(line($0)) }
        try await store.write { try $0.write(many) }
        let count: Int = try #require(try store.value("SELECT count(*) FROM push_log"))
        #expect((PushLimits.logLines...PushLimits.logLines + 128).contains(count))
    }

    @Test("channels keep their order, and the newest message until it expires")
    func channels() async throws {
        let date = place.now
        let (first, second) = (
            PushChannel(id: [9, 9], app: "scores", storesMessages: true), PushChannel(id: [1, 1], app: "scores", storesMessages: false)
        )
        try await store.write { transaction in
            try transaction.add(first)
            try transaction.add(second)
            try transaction.setMessage([1], id: "old", expires: date + .hours(2), of: first)
            try transaction.setMessage([2], id: "new", expires: date + .hours(1), of: first)
        }
        #expect(try store.message(of: first, at: date)?.id == "new" && store.message(of: first, at: date)?.payload == [2])
        #expect(try store.message(of: first, at: date + .hours(1)) == nil && store.message(of: second, at: date) == nil)
        #expect(try store.load().push.channels == [first, second])
        try await store.write { try $0.remove(first) }
        #expect(try reopened().channels == [second])
    }

    @Test("what a provider was told is known until it is told something else")
    func told() async throws {
        let digests = [ContentDigest(of: [1]), ContentDigest(of: [2])]
        try await store.write { transaction in
            try transaction.setLastNotice(digests[0], app: "scores")
            try transaction.setLastNotice(digests[0], app: "other")
            try transaction.setLastNotice(digests[1], app: "scores")
            try transaction.setLastNotice(nil, app: "other")
        }
        #expect(try reopened().lastNotices == ["scores": digests[1]])
    }
}
