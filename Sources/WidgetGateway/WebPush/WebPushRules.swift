package import WidgetCore

/// The rules of a Web Push (RFC 8030) to `POST /webpush/<token>.<proof>`. They turn a request into a push or a refusal, and use no socket and no clock.
package struct WebPushRules {
    let port: any PushPort
    let now: Timestamp
    /// The secret from which each endpoint's keys are made.
    let secret: [UInt8]

    package init(port: any PushPort, now: Timestamp, secret: [UInt8]) {
        self.port = port
        self.now = now
        self.secret = secret
    }

    static let path = WebPushSubscription.path

    static func isPath(_ path: String) -> Bool { path.hasPrefix(Self.path) }

    /// A working endpoint of this device.
    package struct Endpoint {
        let token: PushToken
        let address: PushAddress
        let keys: WebPushKeys
    }

    /// The endpoint that a request pushes to.
    package func endpoint(of request: PushRequest) throws(WebPushRefusal) -> Endpoint {
        guard request.method == "POST" else { throw WebPushRefusal(405, "a push is sent with POST") }
        guard let (endpoint, registration) = subscription(request.path) else { throw .noEndpoint }
        guard registration.endedAt == nil else { throw WebPushRefusal(410, "this endpoint has ended; forget it") }
        return endpoint
    }

    /// - Parameter session: the connection's session.
    /// - Returns: the push, and the headers of its answer (RFC 8030, 5).
    package func check(
        _ request: PushRequest, for endpoint: Endpoint, id: String, session: inout ProviderSession
    ) throws(WebPushRefusal) -> (PushNotification, headers: [(name: String, value: String)]) {
        let headers = request.headers
        if let header = headers.duplicate { throw WebPushRefusal(400, "the header '\(header.rawValue)' is sent twice; send it once") }
        // The endpoint is enough to push. But where there is an identification, it must be valid.
        if let text = headers[.authorization] { try identify(text, authority: request.authority, session: &session) }
        let seconds = try timeToLive(headers)
        let (priority, topic) = (try priority(headers), try topic(headers))
        let payload = try payload(request, endpoint.keys)
        let kept = min(seconds, PushLimits.storageDuration.count / 1_000)
        let notification = PushNotification(
            id: id, source: .webPush, address: endpoint.address, token: endpoint.token, priority: priority, expiration: kept == 0 ? nil : now + .seconds(kept),
            collapseID: topic, payload: payload)
        return (notification, [("location", "\(Self.path)message/\(id)"), ("ttl", "\(kept)")])
    }

    /// Checks an identification. It must be for the name at which the server reached this gateway.
    private func identify(_ text: String, authority: String?, session: inout ProviderSession) throws(WebPushRefusal) {
        let known = session.vapid.flatMap { $0.text == text ? $0.token : nil }
        guard let authority, let server = known ?? VAPIDToken(text), server.isValid(for: "https://\(authority.lowercased())", now: now),
            known != nil || server.isSigned
        else { throw .badIdentification }
        session.vapid = (text, server)
    }

    /// The endpoint that a path names; nil where this device never gave it out.
    private func subscription(_ path: String) -> (Endpoint, PushRegistration)? {
        let parts = path.dropFirst(Self.path.count).split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, let token = Hexadecimal.bytes(of: parts[0]).flatMap({ PushToken(bytes: $0) }), let proof = Hexadecimal.bytes(of: parts[1]),
            let registration = port.registration(of: token)
        else { return nil }
        let keys = WebPushKeys(token: token, secret: secret)
        guard proof.count == keys.proof.count else { return nil }
        // This comparison takes the same time wherever the two differ.
        guard zip(proof, keys.proof).reduce(UInt8(0), { $0 | $1.0 ^ $1.1 }) == 0 else { return nil }
        return (Endpoint(token: token, address: registration.address, keys: keys), registration)
    }

    /// RFC 8030, 5.2.
    private func timeToLive(_ headers: PushHeaders) throws(WebPushRefusal) -> Int64 {
        guard let text = headers[.timeToLive] else { throw WebPushRefusal(400, "TTL: it is missing; say for how many seconds the push is worth keeping") }
        guard (1...WebPushLimits.timeToLiveDigits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text)
        else {
            throw WebPushRefusal(400, "TTL: it is a whole number of seconds")
        }
        return seconds
    }

    /// RFC 8030, 5.3.
    private func priority(_ headers: PushHeaders) throws(WebPushRefusal) -> Int {
        switch headers[.urgency]?.lowercased() {
        case nil, "normal", "high": return 10
        case "low": return 5
        case "very-low": return 1
        default: throw WebPushRefusal(400, "Urgency: it is very-low, low, normal or high")
        }
    }

    /// RFC 8030, 5.4.
    private func topic(_ headers: PushHeaders) throws(WebPushRefusal) -> String? {
        guard let topic = headers[.webTopic] else { return nil }
        let isAllowed = topic.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
        guard isAllowed, (1...WebPushLimits.topicCharacters).contains(topic.utf8.count) else {
            throw WebPushRefusal(400, "Topic: it has 1 to \(WebPushLimits.topicCharacters) characters of A-Z, a-z, 0-9, - and _")
        }
        return topic
    }

    /// The decrypted content. A push without a body has none.
    private func payload(_ request: PushRequest, _ keys: WebPushKeys) throws(WebPushRefusal) -> [UInt8] {
        guard request.body.count <= WebPushLimits.bodyBytes else { throw WebPushRefusal(413, "the body has at most \(WebPushLimits.bodyBytes) bytes") }
        if request.body.isEmpty { return [] }
        guard request.headers[.contentEncoding]?.lowercased() == "aes128gcm" else {
            throw WebPushRefusal(415, "Content-Encoding: a body is encrypted with aes128gcm (RFC 8291)")
        }
        guard let message = EncryptedMessage(request.body), let payload = message.open(with: keys) else {
            throw WebPushRefusal(400, "the body isn't encrypted with this endpoint's keys (p256dh, auth)")
        }
        return payload
    }
}
