package import WidgetCore

/// The rules of `POST /3/device/<token>`. They turn a request into a push or a refusal, and use no socket and no clock.
package struct PushRules {
    let port: any PushPort
    let now: Timestamp

    package init(port: any PushPort, now: Timestamp) {
        self.port = port
        self.now = now
    }

    private static let path = "/3/device/"

    /// Checks a request in the order in which APNs does: apns-id, method, topic, collapse id, expiration, priority, push type, path and token, authorization,
    /// payload.
    /// - Parameter id: the push's id where the request has none.
    package func check(_ request: PushRequest, id: String, session: inout ProviderSession) throws(PushRefusal) -> Accepted {
        let headers = request.headers
        guard headers.duplicate == nil else { throw PushRefusal(.duplicateHeaders) }
        if let given = headers[.id], !MessageID.isValid(given) { throw PushRefusal(.badMessageID) }
        guard request.method == "POST" else { throw PushRefusal(.methodNotAllowed) }
        guard let topicText = headers[.topic], !topicText.isEmpty else { throw PushRefusal(.missingTopic) }
        guard let topic = PushTopic(topicText) else { throw PushRefusal(.badTopic) }
        let collapseID = try collapseID(headers)
        let expiration = try expiration(headers)
        let priority = try priority(headers)
        let type = try type(headers, topic)
        let (token, address) = try device(request.path, topic, type)
        let key = try session.authorize(request, port: port, now: now)
        guard key.apps.isEmpty || key.apps.contains(topic.bundle) else { throw PushRefusal(.forbidden) }
        try PushPayload.check(request.body, type: type)
        let notification = PushNotification(
            id: headers[.id] ?? id, source: .apns, address: address, token: token, priority: priority, expiration: expiration, collapseID: collapseID,
            payload: request.body)
        return Accepted(notification: notification, key: key)
    }

    package struct Accepted: Sendable {
        package var notification: PushNotification
        /// The sender.
        package var key: PushKey
    }

    // MARK: Headers

    private func collapseID(_ headers: PushHeaders) throws(PushRefusal) -> String? {
        guard let id = headers[.collapseID] else { return nil }
        guard (1...PushLimits.collapseIDBytes).contains(id.utf8.count) else { throw PushRefusal(.badCollapseID) }
        return id
    }

    /// Until when the push is kept. Nil means that it is tried once.
    private func expiration(_ headers: PushHeaders) throws(PushRefusal) -> Timestamp? {
        guard let given = try HeaderValue.expiration(headers) else { return now + PushLimits.storageDuration }
        return given > now ? min(given, now + PushLimits.storageDuration) : nil
    }

    private func priority(_ headers: PushHeaders) throws(PushRefusal) -> Int { try HeaderValue.priority(headers, allowed: [10, 5, 1]) }

    /// The push type. The topic says it too, so a client may leave it out.
    private func type(_ headers: PushHeaders, _ topic: PushTopic) throws(PushRefusal) -> PushType {
        var type = topic.type
        if let text = headers[.pushType] { type = try PushTypeName.parse(text) }
        guard let type, type == topic.type else { throw PushRefusal(.topicDisallowed) }
        return type
    }

    // MARK: The device

    private func device(_ path: String, _ topic: PushTopic, _ type: PushType) throws(PushRefusal) -> (PushToken, PushAddress) {
        guard path != Self.path.dropLast(), path != Self.path else { throw PushRefusal(.missingDeviceToken) }
        let text = path.dropFirst(Self.path.count)
        guard path.hasPrefix(Self.path), !text.contains("/") else { throw PushRefusal(.badPath) }
        guard let bytes = Hexadecimal.bytes(of: text), let token = PushToken(bytes: bytes), let registration = port.registration(of: token) else {
            throw PushRefusal(.badDeviceToken)
        }
        guard registration.address.app == topic.bundle, registration.address.type == type else { throw PushRefusal(.deviceTokenNotForTopic) }
        if let ended = registration.endedAt {
            // An activity's token ends with the activity. Any other token was revoked.
            if case .activity = registration.address { throw PushRefusal(.expiredToken, timestamp: ended) }
            throw PushRefusal(.unregistered, timestamp: ended)
        }
        return (token, registration.address)
    }
}

/// Headers that pushes and broadcasts share.
enum HeaderValue {
    /// `apns-expiration` in seconds since 1970. Nil where there is none.
    static func expiration(_ headers: PushHeaders) throws(PushRefusal) -> Timestamp? {
        guard let text = headers[.expiration] else { return nil }
        guard let seconds = number(text, digits: 12), seconds <= Timestamp.latest.milliseconds / 1_000 else { throw PushRefusal(.badExpirationDate) }
        return Timestamp(milliseconds: seconds * 1_000)
    }

    /// `apns-priority`, or 10 where there is none.
    static func priority(_ headers: PushHeaders, allowed: Set<Int64>) throws(PushRefusal) -> Int {
        guard let text = headers[.priority] else { return 10 }
        guard let priority = number(text, digits: 2), allowed.contains(priority) else { throw PushRefusal(.badPriority) }
        return Int(priority)
    }

    private static func number(_ text: String, digits: Int) -> Int64? {
        guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(text)
    }
}
