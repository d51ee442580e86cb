/// The push gateway's view of the daemon: the address of a token, the keys that count, and a safe place for a push.
///
/// Look-ups are answered from memory, on any thread, since they stand in the way of each request.
public protocol PushPort: Sendable {
    /// The registration of a token; nil: it was never given out.
    func registration(of token: PushToken) -> PushRegistration?
    /// True where there is such an app (a provider's id), or there was one with tokens.
    func isApp(_ id: String) -> Bool
    /// Nil where no such key was added, or it was removed.
    func key(team: String, id: String) -> PushKey?

    /// Takes a push. Once it returns the push is on disk and is delivered exactly once, whatever happens.
    /// - Throws: UNAVAILABLE where it can't be written, RESOURCE_EXHAUSTED where too many wait for that token; both with the reason.
    func accept(_ notification: PushNotification) async throws(WidgetError)

    /// Sends a payload to the Live Activities that listen to a channel; durable when it returns.
    /// - Throws: NOT_FOUND: no such channel of that app.
    func broadcast(_ payload: [UInt8], app: String, channel: [UInt8], id: String, priority: Int, expiration: Timestamp?) async throws(WidgetError)
    /// The topic that a token is for; nil: it isn't one of a topic.
    func topic(of token: PushToken) -> String?
    /// Shows a post as the Live Activity of its topic; durable when it returns.
    /// - Throws: INVALID_ARGUMENT that names the field; RESOURCE_EXHAUSTED over a limit of activities; UNAVAILABLE where it can't be written.
    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt

    func channel(app: String, id: [UInt8]) -> PushChannel?
    /// In the order in which they were made.
    func channels(app: String) -> [PushChannel]
    /// - Throws: RESOURCE_EXHAUSTED over ``PushLimits/channels``.
    func makeChannel(app: String, storesMessages: Bool) async throws(WidgetError) -> PushChannel
    /// - Throws: NOT_FOUND.
    func deleteChannel(app: String, id: [UInt8]) async throws(WidgetError)
}

/// The outcome of a push.
public enum PushReception: Sendable, Hashable {
    case delivered
    /// It was delivered or dropped, and that is on disk already: in the commit of what it changed, so that it is never done twice.
    case recorded
    /// For people.
    case discarded(reason: String)
    /// Nothing yet, because the daemon stops: the push comes again at the next start.
    case left
}
