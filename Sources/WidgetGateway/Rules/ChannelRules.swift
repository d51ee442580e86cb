package import WidgetCore

/// The rules of broadcast channels' management, from Apple's "Sending channel management requests to APNs": `/1/apps/<bundle>/channels` and
/// `/1/apps/<bundle>/all-channels`.
package struct ChannelRules {
    let port: any PushPort
    let now: Timestamp

    package init(port: any PushPort, now: Timestamp) {
        self.port = port
        self.now = now
    }

    private static let path = "/1/apps/"

    package enum Operation: Sendable {
        case create(app: String, storesMessages: Bool)
        case read(PushChannel)
        case delete(PushChannel)
        case list(app: String)
    }

    /// Checks in this order: apns-request-id, path, method, channel id, authorization, body, the channel.
    package func check(_ request: PushRequest, session: inout ProviderSession) throws(PushRefusal) -> (Operation, PushKey) {
        let headers = request.headers
        guard headers.duplicate == nil else { throw PushRefusal(.duplicateHeaders) }
        if let given = headers[.requestID], !MessageID.isValid(given) { throw PushRefusal(.badMessageID) }
        let (app, isList) = try place(request.path)
        guard isList ? request.method == "GET" : ["POST", "GET", "DELETE"].contains(request.method) else { throw PushRefusal(.methodNotAllowed) }
        let id = isList || request.method == "POST" ? [] : try ChannelID.parse(headers)
        let key = try session.authorize(request, port: port, now: now)
        guard key.apps.isEmpty || key.apps.contains(app) else { throw PushRefusal(.topicMismatch) }
        // The length is checked even where the body isn't used, because the rest of a longer body isn't read.
        guard request.body.count <= PushLimits.payloadBytes else { throw PushRefusal(.payloadTooLarge) }
        if isList { return (.list(app: app), key) }
        if request.method == "POST" { return (.create(app: app, storesMessages: try storesMessages(app, request.body)), key) }
        guard let channel = port.channel(app: app, id: id) else { throw PushRefusal(.channelNotRegistered) }
        return (request.method == "GET" ? .read(channel) : .delete(channel), key)
    }

    private func place(_ path: String) throws(PushRefusal) -> (app: String, isList: Bool) {
        let parts = path.dropFirst(Self.path.count).split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasPrefix(Self.path), parts.count == 2, PushTopic.isBundle(parts[0], atMost: RequestLimits.topicBytes) else { throw PushRefusal(.badPath) }
        guard parts[1] == "channels" || parts[1] == "all-channels" else { throw PushRefusal(.badPath) }
        return (String(parts[0]), parts[1] == "all-channels")
    }

    /// `{"message-storage-policy": 0 or 1, "push-type": "LiveActivity"}`
    private func storesMessages(_ app: String, _ body: [UInt8]) throws(PushRefusal) -> Bool {
        guard case .object(let object)? = try? JSONValue(parsing: body) else { throw PushRefusal(.badRequestPayload) }
        guard let type = object["push-type"] else { throw PushRefusal(.missingPushType) }
        guard case .string(let name) = type, try PushTypeName.parse(name) == .liveActivity else { throw PushRefusal(.invalidPushType) }
        guard case .integer(let policy)? = object["message-storage-policy"], policy == 0 || policy == 1 else { throw PushRefusal(.badRequestPayload) }
        guard port.isApp(app) else { throw PushRefusal(.badTopic) }
        return policy == 1
    }
}

extension ChannelRules.Operation {
    /// Performs the operation, and makes the response.
    func perform(_ port: any PushPort) async throws(WidgetError) -> PushResponse {
        switch self {
        case .create(let app, let storesMessages):
            let channel = try await port.makeChannel(app: app, storesMessages: storesMessages)
            return PushResponse(status: 201, headers: [(PushHeaders.Name.channelID.rawValue, Base64URL.text(of: channel.id))])
        case .read(let channel):
            let text = "{\"message-storage-policy\":\(channel.storesMessages ? 1 : 0),\"push-type\":\"LiveActivity\"}"
            return PushResponse(status: 200, headers: [], body: Array(text.utf8))
        case .delete(let channel):
            try await port.deleteChannel(app: channel.app, id: channel.id)
            return PushResponse(status: 204, headers: [])
        case .list(let app):
            let ids = port.channels(app: app).map { "\"\(Base64URL.text(of: $0.id))\"" }
            return PushResponse(status: 200, headers: [], body: Array("{\"channels\":[\(ids.joined(separator: ","))]}".utf8))
        }
    }
}
