import DequeModule
import Synchronization
package import WidgetCore
package import WidgetStore

/// Push tokens, keys, channels and topics. They are kept in the store. Look-ups read memory on any thread, since each push needs one.
package final class PushRegistry: Sendable {
    fileprivate struct KeyName: Hashable {
        var team: String
        var id: String
    }

    /// The channels of an app.
    fileprivate struct Channels {
        private var byID: [[UInt8]: (number: Int, channel: PushChannel)] = [:]
        private var last = 0

        var count: Int { byID.count }
        /// In the order in which they were made.
        var all: [PushChannel] { byID.values.sorted { $0.number < $1.number }.map(\.channel) }
        subscript(id: [UInt8]) -> PushChannel? { byID[id]?.channel }

        mutating func add(_ channel: PushChannel) {
            last += 1
            byID[channel.id] = (last, channel)
        }

        mutating func remove(_ channel: PushChannel) { byID[channel.id] = nil }
    }

    fileprivate struct Snapshot {
        /// The tokens that work, and the ``WidgetCore/PushLimits/endedTokens`` that ended last.
        var registrations: [PushToken: PushRegistration] = [:]
        /// The tokens that have ended, in the order of their ends.
        var ended: Deque<PushToken> = []
        /// The tokens that work.
        var tokens: [PushAddress: StoredPushToken] = [:]
        /// The apps that have or had a token.
        var apps: Set<String> = []
        var keys: [KeyName: PushKey] = [:]
        /// By app.
        var channels: [String: Channels] = [:]
        var lastNotices: [String: ContentDigest] = [:]
        /// Topics by name, and below their names by the digests of their tokens.
        var topics: [String: ActivityTopic] = [:]
        var topicNames: [ContentDigest: String] = [:]

        mutating func put(_ topic: ActivityTopic) {
            removeTopic(topic.name)
            topics[topic.name] = topic
            topicNames[topic.digest] = topic.name
        }

        mutating func removeTopic(_ name: String) {
            guard let topic = topics.removeValue(forKey: name) else { return }
            topicNames[topic.digest] = nil
        }

        mutating func put(_ token: StoredPushToken) {
            registrations[token.token] = token.registration
            apps.insert(token.registration.address.app)
            if token.registration.endedAt == nil { tokens[token.registration.address] = token } else { forgetOlder(than: token.token) }
        }

        /// Notes that a token has ended. Only the newest ended tokens are kept, as in the store.
        mutating func forgetOlder(than token: PushToken) {
            ended.append(token)
            while ended.count > PushLimits.endedTokens, let oldest = ended.popFirst() { registrations[oldest] = nil }
        }
    }

    package let store: WidgetStore
    private let now: @Sendable () -> Timestamp
    private let snapshot: Mutex<Snapshot>
    /// Changes, one after another.
    private let queue = SerialTaskQueue()

    package init(store: WidgetStore, stored: StoredPush, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
        var snapshot = Snapshot()
        for token in stored.tokens.sorted(by: { $0.registration.endedAt ?? .latest < $1.registration.endedAt ?? .latest }) { snapshot.put(token) }
        for key in stored.keys { snapshot.keys[KeyName(team: key.team, id: key.id)] = key }
        for channel in stored.channels { snapshot.channels[channel.app, default: Channels()].add(channel) }
        for topic in stored.topics { snapshot.put(topic) }
        snapshot.lastNotices = stored.lastNotices
        self.snapshot = Mutex(snapshot)
    }

    // MARK: Apps and tokens

    package func registration(of token: PushToken) -> PushRegistration? { snapshot.withLock { $0.registrations[token] } }

    /// Whether an app has or had a token.
    package func isApp(_ id: String) -> Bool { snapshot.withLock { $0.apps.contains(id) } }

    /// The working token of an address.
    package func token(of address: PushAddress) -> StoredPushToken? { snapshot.withLock { $0.tokens[address] } }

    /// The tokens that work, by app.
    package func tokens() -> [StoredPushToken] {
        snapshot.withLock { Array($0.tokens.values) }.sorted { ($0.registration.address.app, $0.madeAt) < ($1.registration.address.app, $1.madeAt) }
    }

    /// The working token of an address. If there is none, one is made.
    /// - Parameter isNeeded: called just before a token is made: whether it is still needed.
    /// - Returns: nil: it isn't needed.
    @discardableResult
    package func mint(_ address: PushAddress, if isNeeded: @escaping @Sendable () async -> Bool = { true }) async throws(WidgetError) -> StoredPushToken? {
        try await change { registry in
            if let there = registry.token(of: address) { return there }
            guard await isNeeded() else { return nil }
            let token = try registry.newToken(of: address)
            try await registry.store.write { try $0.add(token) }
            registry.snapshot.withLock { $0.put(token) }
            return token
        }
    }

    /// Ends the token of an address, which never works again. Does nothing if there is no working one.
    /// - Parameter isNeeded: called just before the token is ended: whether it is needed after all.
    package func end(_ address: PushAddress, unless isNeeded: @escaping @Sendable () async -> Bool = { false }) async throws(WidgetError) {
        let date = now()
        try await change { registry in
            guard let token = registry.token(of: address), await !isNeeded() else { return }
            try await registry.store.write { try $0.end(token.token, at: date) }
            registry.snapshot.withLock { $0.end(token, at: date) }
        }
    }

    /// Ends the token of an address in the same commit as the change that ends it. So nobody sees the change with a token that still works.
    /// - Throws: the error of `body` or of the store; then the token still works.
    package func end(_ address: PushAddress, with body: @escaping @Sendable (inout StoreTransaction) throws -> Void) async throws(WidgetError) {
        let date = now()
        try await change { registry in
            let token = registry.token(of: address)
            try await registry.store.write { transaction in
                try body(&transaction)
                if let token { try transaction.end(token.token, at: date) }
            }
            if let token { registry.snapshot.withLock { $0.end(token, at: date) } }
        }
    }

    /// Ends the token of an address and makes a new one; nil: there is no working one.
    package func rotate(_ address: PushAddress) async throws(WidgetError) -> StoredPushToken? {
        let date = now()
        return try await change { registry in
            guard let old = registry.token(of: address) else { return nil }
            let new = try registry.newToken(of: address)
            try await registry.store.write { transaction in
                try transaction.end(old.token, at: date)
                try transaction.add(new)
            }
            registry.snapshot.withLock { snapshot in
                snapshot.end(old, at: date)
                snapshot.put(new)
            }
            return new
        }
    }

    private func newToken(of address: PushAddress) throws(WidgetError) -> StoredPushToken {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<PushLimits.newTokenBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard let token = PushToken(bytes: bytes) else { throw WidgetError(.internal, "a push token could not be made") }
        return StoredPushToken(token: token, registration: PushRegistration(address: address), madeAt: now())
    }

    // MARK: Notices to providers

    func lastNotice(of app: String) -> ContentDigest? { snapshot.withLock { $0.lastNotices[app] } }

    /// Apps whose providers have got a notice.
    var appsWithNotice: Set<String> { snapshot.withLock { Set($0.lastNotices.keys) } }

    func setLastNotice(_ digest: ContentDigest?, app: String) async throws(WidgetError) {
        try await change { registry in
            guard registry.lastNotice(of: app) != digest else { return }
            try await registry.store.write { try $0.setLastNotice(digest, app: app) }
            registry.snapshot.withLock { $0.lastNotices[app] = digest }
        }
    }

    // MARK: Keys

    package func key(team: String, id: String) -> PushKey? { snapshot.withLock { $0.keys[KeyName(team: team, id: id)] } }

    /// By team and id.
    package func keys() -> [PushKey] { snapshot.withLock { Array($0.keys.values) }.sorted { ($0.team, $0.id) < ($1.team, $1.id) } }

    /// - Returns: whether it replaced another one.
    /// - Throws: RESOURCE_EXHAUSTED at ``PushLimits/keys``.
    package func add(_ key: PushKey) async throws(WidgetError) -> Bool {
        try await change { registry in
            let name = KeyName(team: key.team, id: key.id)
            let (known, count) = registry.snapshot.withLock { ($0.keys[name], $0.keys.count) }
            guard known != nil || count < PushLimits.keys else {
                throw WidgetError(.resourceExhausted, "there are \(count) keys and the limit is \(PushLimits.keys); remove one first")
            }
            try await registry.store.write { try $0.put(key) }
            registry.snapshot.withLock { $0.keys[name] = key }
            return known != nil
        }
    }

    package func remove(_ key: PushKey) async throws(WidgetError) {
        try await change { registry in
            try await registry.store.write { try $0.removeKey(team: key.team, id: key.id) }
            registry.snapshot.withLock { $0.keys[KeyName(team: key.team, id: key.id)] = nil }
        }
    }

    // MARK: Topics

    /// The name of the topic whose token has that digest.
    package func topic(of digest: ContentDigest) -> String? { snapshot.withLock { $0.topicNames[digest] } }

    /// By name.
    package func topics() -> [ActivityTopic] { snapshot.withLock { Array($0.topics.values) }.sorted { $0.name < $1.name } }

    /// - Returns: whether it replaced another one, whose token doesn't work any more.
    /// - Throws: RESOURCE_EXHAUSTED at ``PushLimits/topics``.
    package func add(_ topic: ActivityTopic) async throws(WidgetError) -> Bool {
        try await change { registry in
            let (isKnown, count) = registry.snapshot.withLock { ($0.topics[topic.name] != nil, $0.topics.count) }
            guard isKnown || count < PushLimits.topics else {
                throw WidgetError(.resourceExhausted, "there are \(count) topics and the limit is \(PushLimits.topics); remove one first")
            }
            try await registry.store.write { try $0.put(topic) }
            registry.snapshot.withLock { $0.put(topic) }
            return isKnown
        }
    }

    /// - Throws: NOT_FOUND if there is no such topic; the store's errors.
    package func removeTopic(_ name: String) async throws(WidgetError) -> ActivityTopic {
        try await change { registry in
            guard let topic = registry.snapshot.withLock({ $0.topics[name] }) else {
                throw WidgetError(.notFound, "name: there is no topic '\(name.cut(toBytes: PushLimits.topicBytes))'; `widgetctl push topic list` lists them")
            }
            try await registry.store.write { try $0.removeTopic(name) }
            registry.snapshot.withLock { $0.removeTopic(name) }
            return topic
        }
    }

    // MARK: Channels

    package func channel(app: String, id: [UInt8]) -> PushChannel? { snapshot.withLock { $0.channels[app]?[id] } }

    package func channels(app: String) -> [PushChannel] { snapshot.withLock { $0.channels[app]?.all ?? [] } }

    package func add(_ channel: PushChannel) async throws(WidgetError) {
        try await change { registry in
            guard registry.snapshot.withLock({ $0.channels[channel.app]?.count ?? 0 }) < PushLimits.channels else {
                throw WidgetError(.resourceExhausted, "the app has \(PushLimits.channels) channels, which is the limit; delete one first")
            }
            try await registry.store.write { try $0.add(channel) }
            registry.snapshot.withLock { $0.channels[channel.app, default: Channels()].add(channel) }
        }
    }

    package func remove(_ channel: PushChannel) async throws(WidgetError) {
        try await change { registry in
            try await registry.store.write { try $0.remove(channel) }
            registry.snapshot.withLock { $0.channels[channel.app]?.remove(channel) }
        }
    }

    /// Runs a change, one at a time: it reads memory, writes the store and then memory.
    private func change<T: Sendable>(_ body: @escaping @Sendable (PushRegistry) async throws -> T) async throws(WidgetError) -> T {
        do {
            return try await queue.run { try await body(self) }
        } catch {
            throw error as? WidgetError ?? WidgetError(.internal, "a change of what may be pushed failed", cause: "\(error)")
        }
    }
}

extension PushRegistry.Snapshot {
    fileprivate mutating func end(_ token: StoredPushToken, at date: Timestamp) {
        registrations[token.token]?.endedAt = date
        forgetOlder(than: token.token)
        if tokens[token.registration.address]?.token == token.token { tokens[token.registration.address] = nil }
    }
}
