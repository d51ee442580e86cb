import Synchronization
import WidgetCore

/// The receiver behind the gateway, in memory, with failures on command.
final class MemoryPushPort: PushPort {
    struct State {
        var registrations: [PushToken: PushRegistration] = [:]
        var apps: Set<String> = ["clock"]
        var keys: [PushKey] = []
        var channels: [PushChannel] = []
        var accepted: [PushNotification] = []
        var broadcasts: [[UInt8]] = []
        var topics: [PushToken: String] = [:]
        var posts: [TopicPost] = []
        /// The errors that the next changes throw.
        var failure: WidgetError?
        /// While it is set pushes wait.
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let state = Mutex(State())

    func registration(of token: PushToken) -> PushRegistration? { state.withLock { $0.registrations[token] } }
    func isApp(_ id: String) -> Bool { state.withLock { $0.apps.contains(id) } }
    func key(team: String, id: String) -> PushKey? { state.withLock { $0.keys.first { $0.team == team && $0.id == id } } }

    func accept(_ notification: PushNotification) async throws(WidgetError) {
        await pass()
        if let failure = state.withLock({ $0.failure }) { throw failure }
        state.withLock { $0.accepted.append(notification) }
    }

    func broadcast(_ payload: [UInt8], app: String, channel: [UInt8], id: String, priority: Int, expiration: Timestamp?) async throws(WidgetError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        state.withLock { $0.broadcasts.append(payload) }
    }

    func topic(of token: PushToken) -> String? { state.withLock { $0.topics[token] } }

    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let isFirst = state.withLock { state in
            state.posts.append(post)
            return state.posts.count == 1
        }
        return ActivityReceipt(id: .test, outcome: post.status == .running ? isFirst ? .started : .updated : .ended)
    }

    func channel(app: String, id: [UInt8]) -> PushChannel? { state.withLock { $0.channels.first { $0.app == app && $0.id == id } } }
    func channels(app: String) -> [PushChannel] { state.withLock { $0.channels.filter { $0.app == app } } }

    func makeChannel(app: String, storesMessages: Bool) async throws(WidgetError) -> PushChannel {
        let channel = PushChannel(id: (0..<16).map { _ in UInt8.random(in: 0...255) }, app: app, storesMessages: storesMessages)
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let isFull = state.withLock { state in
            guard state.channels.count < PushLimits.channels else { return true }
            state.channels.append(channel)
            return false
        }
        if isFull { throw WidgetError(.resourceExhausted, "full") }
        return channel
    }

    func deleteChannel(app: String, id: [UInt8]) async throws(WidgetError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        state.withLock { $0.channels.removeAll { $0.app == app && $0.id == id } }
    }

    // MARK: For tests

    var accepted: [PushNotification] { state.withLock { $0.accepted } }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if isFree { continuation.resume() }
        }
    }

    func hold() { state.withLock { $0.isHeld = true } }

    func letGo() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension ActivityID {
    static let test: ActivityID = {
        var random = SystemRandomNumberGenerator()
        return ActivityID(date: GatewayFixture.start, using: &random)
    }()
}
