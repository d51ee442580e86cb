import WidgetCore

/// A complete request, as the rules read it.
package struct PushRequest: Sendable {
    package var method: String
    package var path: String
    /// The host and port at which the client reached the gateway. Nil where the client doesn't say.
    package var authority: String?
    package var headers: PushHeaders
    /// The whole body, or its first part where it is longer than any request's may be.
    package var body: [UInt8]
    /// The client's own certificate. Nil where it sent none.
    package var certificate: ClientCertificate?

    package init(method: String, path: String, authority: String? = nil, headers: PushHeaders, body: [UInt8] = [], certificate: ClientCertificate? = nil) {
        self.method = method
        self.authority = authority
        self.path = path
        self.headers = headers
        self.body = body
        self.certificate = certificate
    }

    /// A client's certificate. The gateway accepts only provider tokens, but it tells a client with a certificate what is wrong.
    package enum ClientCertificate: Sendable, Hashable {
        /// Expired or not yet valid.
        case invalid
        /// Valid, so from another environment: this gateway issues no certificates.
        case foreign
    }
}

/// The headers that the rules read. Each may occur once.
package struct PushHeaders: Sendable {
    private var values: [Name: String] = [:]
    /// A header that occurred twice; nil: none did.
    package private(set) var duplicate: Name?

    package enum Name: String, Sendable, CaseIterable {
        case authorization
        case id = "apns-id"
        case requestID = "apns-request-id"
        case topic = "apns-topic"
        case pushType = "apns-push-type"
        case expiration = "apns-expiration"
        case priority = "apns-priority"
        case collapseID = "apns-collapse-id"
        case channelID = "apns-channel-id"
        // Web Push's (RFC 8030, 8188).
        case timeToLive = "ttl"
        case urgency
        case webTopic = "topic"
        case contentEncoding = "content-encoding"
        // Headers of posts to topics, with ntfy's names. Each may also begin with `x-`.
        case title, message, tags, symbol, progress, status
        case webPriority = "priority"

        /// - Parameter text: in lower case.
        init?(header text: String) {
            if let name = Name(rawValue: text) {
                self = name
            } else {
                guard text.hasPrefix("x-"), let name = Name(rawValue: String(text.dropFirst(2))), Self.ofTopics.contains(name) else { return nil }
                self = name
            }
        }

        private static let ofTopics: Set<Name> = [.title, .message, .tags, .symbol, .progress, .status, .webPriority]
    }

    package init(_ fields: some Sequence<(name: String, value: String)> = EmptyCollection()) {
        for (name, value) in fields { add(name, value) }
    }

    /// - Parameter name: in lower case, as HTTP/2 has it.
    package mutating func add(_ name: String, _ value: String) {
        guard let name = Name(header: name) else { return }
        if values.updateValue(value, forKey: name) != nil { duplicate = name }
    }

    package subscript(name: Name) -> String? { values[name] }
}

/// The answer to a request.
struct PushResponse: Sendable {
    var status: Int
    /// The headers beside the status, with names in lower case.
    var headers: [(name: String, value: String)]
    var body: [UInt8] = []
    var contentType = "application/json"
    /// Whether the sender has no valid key or token.
    var isBadToken = false
    /// APNs' word for the refusal; empty: it was accepted, or the protocol has no words.
    var reason = ""

    init(status: Int, headers: [(name: String, value: String)], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter id: the header by which the client matches the answer to its request.
    init(_ refusal: PushRefusal, id: (name: String, value: String)) {
        status = refusal.reason.status
        headers = [id]
        body = refusal.body
        isBadToken = refusal.reason.isBadToken
        reason = refusal.reason.rawValue
    }
}

/// A sort of answers to requests.
public struct PushAnswer: Sendable, Hashable {
    /// Of HTTP.
    public var status: Int
    /// APNs' word for a refusal; empty: there is none.
    public var reason: String

    public var isSuccess: Bool { status < 400 }
}

/// The body of a push.
enum PushPayload {
    /// The most bytes of any body. A broadcast may have the most.
    static let bodyLimit = max(PushLimits.payloadBytes, PushLimits.broadcastPayloadBytes)

    /// Checks that the body has what its push type needs. Widgets and controls need `{"aps":{"content-changed":true}}`, and a Live Activity needs an `aps`
    /// object.
    /// - Throws: `PayloadTooLarge` over 4,096 bytes; `PayloadEmpty` where something is missing.
    static func check(_ body: [UInt8], type: PushType) throws(PushRefusal) {
        guard body.count <= PushLimits.payloadBytes else { throw PushRefusal(.payloadTooLarge) }
        guard let aps = aps(body) else { throw PushRefusal(.payloadEmpty) }
        switch type {
        case .widgets, .controls:
            guard aps["content-changed"] == .boolean(true) else { throw PushRefusal(.payloadEmpty) }
        case .liveActivity: break
        }
    }

    /// The `aps` object; nil where the body isn't a JSON object that has one.
    static func aps(_ body: [UInt8]) -> JSONObject? {
        guard case .object(let object)? = try? JSONValue(parsing: body), case .object(let aps)? = object["aps"] else { return nil }
        return aps
    }
}
