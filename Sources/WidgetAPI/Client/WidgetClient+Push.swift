public import WidgetCore

/// The Push service: tokens, keys, the log, and pushes from this machine.
extension WidgetClient {
    /// The tokens that work.
    ///
    /// - Parameter app: a provider's id; empty: of all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pushTokens(app: String = "") throws(WidgetError) -> ProtoPushTokensResponse {
        try call(.push, "Tokens", ProtoPushTokensRequest.with { $0.app = app })
    }

    /// Ends an app's tokens, and makes new ones.
    ///
    /// - Parameter subject: whose token alone is meant: a control's or activity's id, an attributes type, or `widgets`; empty: all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func rotatePushTokens(app: String, subject: String = "") throws(WidgetError) -> ProtoRotatePushTokenResponse {
        try call(.push, "RotateToken", ProtoRotatePushTokenRequest.with { ($0.app, $0.subject) = (app, subject) })
    }

    /// Adds a key, or replaces the one of that team and id.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func addPushKey(_ key: PushKey) throws(WidgetError) -> ProtoAddPushKeyResponse {
        try call(.push, "AddKey", ProtoAddPushKeyRequest.with { $0.key = ProtoPushKey(key) })
    }

    /// - Parameter team: empty: of any team, where only one has a key of that id.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func removePushKey(_ id: String, team: String = "") throws(WidgetError) -> ProtoRemovePushKeyResponse {
        try call(.push, "RemoveKey", ProtoRemovePushKeyRequest.with { ($0.id, $0.team) = (id, team) })
    }

    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pushKeys() throws(WidgetError) -> ProtoPushKeysResponse { try call(.push, "Keys", ProtoPushKeysRequest()) }

    /// Makes a topic, or gives the one of that name another token.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func addPushTopic(_ name: String) throws(WidgetError) -> ProtoAddPushTopicResponse {
        try call(.push, "AddTopic", ProtoAddPushTopicRequest.with { $0.name = name })
    }

    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func removePushTopic(_ name: String) throws(WidgetError) -> ProtoRemovePushTopicResponse {
        try call(.push, "RemoveTopic", ProtoRemovePushTopicRequest.with { $0.name = name })
    }

    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pushTopics() throws(WidgetError) -> ProtoPushTopicsResponse { try call(.push, "Topics", ProtoPushTopicsRequest()) }

    /// The results of pushes, oldest first.
    ///
    /// - Parameters:
    ///   - push: an `apns-id`; empty: of all.
    ///   - app: a provider's id; empty: of all.
    ///   - sequence: only lines after it; 0: the newest.
    ///   - waits: where there is none yet, the answer comes when there is one, or after some seconds without.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pushLog(push: String = "", app: String = "", limit: Int, after sequence: Int64 = 0, waits: Bool = false) throws(WidgetError)
        -> ProtoPushLogResponse
    {
        var request = ProtoPushLogRequest()
        (request.pushID, request.app, request.limit, request.afterSequence, request.wait) = (push, app, UInt32(clamping: limit), sequence, waits)
        return try call(.push, "Log", request, timeout: waits ? ClientLimits.newsTimeout : ClientLimits.callTimeout)
    }

    /// Pushes as a server would.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func sendPush(_ request: ProtoSendPushRequest) throws(WidgetError) -> ProtoSendPushResponse { try call(.push, "Send", request) }
}
