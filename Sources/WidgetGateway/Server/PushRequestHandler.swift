import Linux
import Logging
import NIOCore
import Synchronization
import WidgetCore

/// Answers complete requests of all connections. Any thread may use it.
final class PushRequestHandler: Sendable {
    /// The purpose of a listener.
    enum ListenerRole: Sendable {
        /// Pushes and broadcasts.
        case push
        /// Broadcast channels' management.
        case management
    }

    enum Answer {
        case now(PushResponse)
        /// The answer comes after the commit.
        case later(@Sendable () async -> PushResponse)
    }

    let port: any PushPort
    let limits: GatewayLimits
    let budget: GatewayBudget
    let metrics = GatewayMetrics()
    /// See ``GatewayConfiguration/webPushSecret``.
    let webPushSecret: [UInt8]?
    private let sources: KeyedRateLimiter<SourceNetwork>
    private let keys: KeyedRateLimiter<KeyName>
    private let endpoints: KeyedRateLimiter<PushToken>
    /// By name.
    private let topics: KeyedRateLimiter<String>
    private let badTokens: KeyedRateLimiter<SourceNetwork>
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    private struct KeyName: Hashable {
        var team: String
        var id: String
    }

    init(port: any PushPort, limits: GatewayLimits, webPushSecret: [UInt8]? = nil, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.port = port
        self.limits = limits
        self.webPushSecret = webPushSecret
        self.now = now
        self.logger = logger
        budget = GatewayBudget(limits: limits)
        let start = NIODeadline.now()
        sources = KeyedRateLimiter(rate: limits.requestsPerSource, now: start)
        keys = KeyedRateLimiter(rate: limits.requestsPerKey, now: start)
        endpoints = KeyedRateLimiter(rate: limits.requestsPerEndpoint, now: start)
        topics = KeyedRateLimiter(rate: limits.postsPerTopic, now: start)
        badTokens = KeyedRateLimiter(rate: limits.badTokensPerSource, now: start)
    }

    /// Whether a source may connect. It may not while it has sent too many bad tokens.
    func admits(_ source: SourceNetwork) -> Bool { badTokens.has(source, now: .now()) }

    /// Counts a request with a bad token.
    /// - Returns: whether the source is still within its rate.
    func countBadToken(_ source: SourceNetwork) -> Bool { badTokens.take(source, now: .now()) }

    /// - Parameter session: the connection's session.
    func answer(_ request: PushRequest, role: ListenerRole, source: SourceNetwork, session: inout ProviderSession) -> Answer {
        let id = Self.identifier(request, role: role)
        let hasRoom = sources.take(source, now: .now())
        if role == .push, WebPushRules.isPath(request.path) {
            guard hasRoom else { return .now(PushResponse(WebPushRefusal.tooManyRequests("from this address"))) }
            guard let webPushSecret else { return .now(PushResponse(WebPushRefusal(503, "Web Push is closed; try again later"))) }
            return answerWebPush(request, secret: webPushSecret, id: id.value, session: &session)
        }
        if Self.isTopic(request, role: role) { return answerTopic(request, hasRoom: hasRoom) }
        do throws(PushRefusal) {
            guard hasRoom else { throw PushRefusal(.tooManyRequests) }
            if role == .management { return try manage(request, id: id, session: &session) }
            if BroadcastRules.isPath(request.path) { return try broadcast(request, id: id, session: &session) }
            return try push(request, id: id, session: &session)
        } catch {
            return .now(PushResponse(error, id: id))
        }
    }

    /// The refusal of an incomplete request.
    static func refuse(_ request: PushRequest, role: ListenerRole, _ reason: PushReason) -> PushResponse {
        if isTopic(request, role: role) { return PushResponse(TopicRefusal(reason)) }
        return PushResponse(PushRefusal(reason), id: identifier(request, role: role))
    }

    private static func isTopic(_ request: PushRequest, role: ListenerRole) -> Bool {
        role == .push && !WebPushRules.isPath(request.path) && TopicRules.isTopic(request)
    }

    /// The header by which a client matches a response to its request, with a new id where the client gave none.
    private static func identifier(_ request: PushRequest, role: ListenerRole) -> (name: String, value: String) {
        var random = SystemRandomNumberGenerator()
        let name: PushHeaders.Name = role == .management || BroadcastRules.isPath(request.path) ? .requestID : .id
        return (name.rawValue, MessageID.echo(of: request.headers[name], using: &random))
    }

    /// A Web Push, over HTTP/2 or HTTP/1.1.
    private func answerWebPush(_ request: PushRequest, secret: [UInt8], id: String, session: inout ProviderSession) -> Answer {
        do throws(WebPushRefusal) {
            let rules = WebPushRules(port: port, now: now(), secret: secret)
            let endpoint = try rules.endpoint(of: request)
            // The rate is checked first, because verifying and decrypting take time.
            guard endpoints.take(endpoint.token, now: .now()) else { throw .tooManyRequests("for this endpoint") }
            let (notification, headers) = try rules.check(request, for: endpoint, id: id, session: &session)
            guard budget.beginPush() else { throw WebPushRefusal(503, "too much is in flight; try again later") }
            return .later { [budget, port] in
                defer { budget.endPush() }
                do throws(WidgetError) {
                    try await port.accept(notification)
                    return PushResponse(status: 201, headers: headers)
                } catch {
                    return PushResponse(WebPushRefusal(error))
                }
            }
        } catch {
            return .now(PushResponse(error))
        }
    }

    /// A post to a topic, over HTTP/2 or HTTP/1.1.
    private func answerTopic(_ request: PushRequest, hasRoom: Bool) -> Answer {
        do throws(TopicRefusal) {
            guard hasRoom else { throw .tooManyRequests("from this address") }
            let rules = TopicRules(port: port)
            let topic = try rules.authorize(request)
            guard topics.take(topic, now: .now()) else { throw .tooManyRequests("to this topic") }
            let post = try rules.post(request, to: topic)
            guard budget.beginPush() else { throw TopicRefusal(.serviceUnavailable) }
            return .later { [budget, port, logger] in
                defer { budget.endPush() }
                do throws(WidgetError) {
                    return PushResponse(try await port.post(post), topic: topic)
                } catch {
                    // The log has the whole error. The sender gets only what it may know.
                    logger.warning("a post to a topic was refused", metadata: ["topic": "\(topic)", "error": "\(error)"])
                    return PushResponse(TopicRefusal(error))
                }
            }
        } catch {
            return .now(PushResponse(error))
        }
    }

    /// Whether the request may come over HTTP/1.1. Those for Web Push and topics may.
    func takesHTTP1(_ request: PushRequest, role: ListenerRole) -> Bool {
        role == .push && WebPushRules.isPath(request.path) || Self.isTopic(request, role: role)
    }

    /// The refusal of a request over HTTP/1.1 that isn't read to its end.
    func refuseHTTP1(_ request: PushRequest, role: ListenerRole, _ reason: PushReason) -> PushResponse {
        if Self.isTopic(request, role: role) { return PushResponse(TopicRefusal(reason)) }
        if reason == .payloadTooLarge { return PushResponse(WebPushRefusal(413, "the body has at most \(WebPushLimits.bodyBytes) bytes")) }
        return PushResponse(WebPushRefusal(503, "too much is being read; try again later"))
    }

    // MARK: The three kinds of requests

    private func push(_ request: PushRequest, id: (name: String, value: String), session: inout ProviderSession) throws(PushRefusal) -> Answer {
        let accepted = try PushRules(port: port, now: now()).check(request, id: id.value, session: &session)
        return try later(id: id, key: accepted.key, missing: .badDeviceToken) { [port] () throws(WidgetError) in
            try await port.accept(accepted.notification)
            return PushResponse(status: 200, headers: [id])
        }
    }

    private func broadcast(_ request: PushRequest, id: (name: String, value: String), session: inout ProviderSession) throws(PushRefusal) -> Answer {
        let broadcast = try BroadcastRules(port: port, now: now()).check(request, session: &session)
        return try later(id: id, key: broadcast.key) { [port] () throws(WidgetError) in
            try await port.broadcast(
                broadcast.payload, app: broadcast.app, channel: broadcast.channel.id, id: id.value, priority: broadcast.priority,
                expiration: broadcast.expiration)
            return PushResponse(status: 200, headers: [id])
        }
    }

    private func manage(_ request: PushRequest, id: (name: String, value: String), session: inout ProviderSession) throws(PushRefusal) -> Answer {
        let (operation, key) = try ChannelRules(port: port, now: now()).check(request, session: &session)
        return try later(id: id, key: key, full: .cannotCreateChannelConfig) { [port] () throws(WidgetError) in
            var response = try await operation.perform(port)
            response.headers.append(id)
            return response
        }
    }

    /// Starts work whose answer comes later, within the limits for its key and for pushes in flight.
    private func later(
        id: (name: String, value: String), key: PushKey, missing: PushReason = .channelNotRegistered, full: PushReason = .tooManyRequests,
        _ work: @escaping @Sendable () async throws(WidgetError) -> PushResponse
    ) throws(PushRefusal) -> Answer {
        guard keys.take(KeyName(team: key.team, id: key.id), now: .now()) else { throw PushRefusal(.tooManyRequests) }
        guard budget.beginPush() else { throw PushRefusal(.serviceUnavailable) }
        return .later { [budget] in
            defer { budget.endPush() }
            do throws(WidgetError) {
                return try await work()
            } catch {
                return PushResponse(PushRefusal(error, missing: missing, full: full), id: id)
            }
        }
    }
}

/// Counts requests by success and error since the start. Any thread may use it.
final class GatewayMetrics: Sendable {
    private let state = Mutex<[PushAnswer: UInt64]>([:])

    func count(_ response: PushResponse) {
        let answer = PushAnswer(status: response.status, reason: response.reason)
        state.withLock { $0[answer, default: 0] &+= 1 }
    }

    var answers: [PushAnswer: UInt64] { state.withLock { $0 } }

    var counts: (taken: UInt64, refused: UInt64) {
        answers.reduce(into: (0, 0)) { counts, entry in
            if entry.key.isSuccess { counts.0 &+= entry.value } else { counts.1 &+= entry.value }
        }
    }
}

/// Counts the bytes and pushes that all connections together hold. Any thread may use it.
final class GatewayBudget: Sendable {
    private let bytes = Atomic<Int>(0)
    private let pushes = Atomic<Int>(0)
    private let limits: GatewayLimits

    init(limits: GatewayLimits) { self.limits = limits }

    /// Counts `count` more bytes.
    /// - Returns: whether there was room for them. Otherwise nothing is counted.
    func hold(_ count: Int) -> Bool {
        guard bytes.add(count, ordering: .relaxed).newValue <= limits.heldBytes else {
            release(count)
            return false
        }
        return true
    }

    func release(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

    /// Counts a push on its way to the store.
    /// - Returns: whether there was room. Then the caller must call ``endPush()`` once.
    func beginPush() -> Bool {
        guard pushes.add(1, ordering: .relaxed).newValue <= limits.unfinishedPushes else {
            endPush()
            return false
        }
        return true
    }

    func endPush() { pushes.subtract(1, ordering: .relaxed) }

    /// For tests: what is held now.
    var held: (bytes: Int, pushes: Int) { (bytes.load(ordering: .relaxed), pushes.load(ordering: .relaxed)) }
}
