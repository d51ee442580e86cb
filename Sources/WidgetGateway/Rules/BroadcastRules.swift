package import WidgetCore

/// The rules of `POST /4/broadcasts/apps/<bundle>`, from Apple's "Sending broadcast push notification requests to APNs".
package struct BroadcastRules {
    let port: any PushPort
    let now: Timestamp

    package init(port: any PushPort, now: Timestamp) {
        self.port = port
        self.now = now
    }

    private static let path = "/4/broadcasts/apps/"

    /// Whether the path belongs to broadcasts, valid or not.
    static func isPath(_ path: String) -> Bool { path.hasPrefix("/4/broadcasts") }

    package struct Accepted: Sendable {
        package var app: String
        package var channel: PushChannel
        package var priority: Int
        package var expiration: Timestamp?
        package var payload: [UInt8]
        package var key: PushKey
    }

    /// Checks in this order: apns-request-id, method, path, channel id, expiration, priority, push type, authorization, the channel, payload. Authorization
    /// comes before the channel, so that only the app's servers learn whether a channel exists.
    package func check(_ request: PushRequest, session: inout ProviderSession) throws(PushRefusal) -> Accepted {
        let headers = request.headers
        guard headers.duplicate == nil else { throw PushRefusal(.duplicateHeaders) }
        if let given = headers[.requestID], !MessageID.isValid(given) { throw PushRefusal(.badMessageID) }
        guard request.method == "POST" else { throw PushRefusal(.methodNotAllowed) }
        guard request.path.hasPrefix(Self.path) else { throw PushRefusal(.badPath) }
        let app = String(request.path.dropFirst(Self.path.count))
        guard PushTopic.isBundle(app, atMost: RequestLimits.topicBytes) else { throw PushRefusal(.badPath) }
        let id = try ChannelID.parse(headers)
        let expiration = try HeaderValue.expiration(headers)
        let priority = try HeaderValue.priority(headers, allowed: [10, 5])
        guard let type = headers[.pushType] else { throw PushRefusal(.missingPushType) }
        guard try PushTypeName.parse(type) == .liveActivity else { throw PushRefusal(.invalidPushType) }
        let key = try session.authorize(request, port: port, now: now)
        guard key.apps.isEmpty || key.apps.contains(app) else { throw PushRefusal(.topicMismatch) }
        guard let channel = port.channel(app: app, id: id) else { throw PushRefusal(.channelNotRegistered) }
        let kept = try kept(expiration, channel)
        guard request.body.count <= PushLimits.broadcastPayloadBytes else { throw PushRefusal(.payloadTooLarge) }
        guard PushPayload.aps(request.body) != nil else { throw PushRefusal(.payloadEmpty) }
        return Accepted(app: app, channel: channel, priority: priority, expiration: kept, payload: request.body, key: key)
    }

    /// Until when a message is kept. Nil sends it only to activities that listen now. A channel that stores nothing allows only 0.
    private func kept(_ expiration: Timestamp?, _ channel: PushChannel) throws(PushRefusal) -> Timestamp? {
        guard let expiration, expiration.milliseconds != 0 else { return nil }
        guard channel.storesMessages else { throw PushRefusal(.badExpirationDate) }
        return expiration > now ? min(expiration, now + PushLimits.storageDuration) : nil
    }
}

/// `apns-channel-id`: Base64.
enum ChannelID {
    static func parse(_ headers: PushHeaders) throws(PushRefusal) -> [UInt8] {
        guard let text = headers[.channelID], !text.isEmpty else { throw PushRefusal(.missingChannelID) }
        guard text.utf8.count <= RequestLimits.channelTextBytes, let bytes = Base64URL.bytes(of: text), !bytes.isEmpty else { throw PushRefusal(.badChannelID) }
        return bytes
    }
}
