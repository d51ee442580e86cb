import WidgetCore

/// A request as it came, whole: what the rules look at.
package struct PushRequest: Sendable {
    package var method: String
    package var path: String
    /// The name, and the port, under which the client reached the gateway; nil where it doesn't say.
    package var authority: String?
    package var headers: PushHeaders
    /// All of it, or more than any request may have.
    package var body: [UInt8]
    /// The client's own certificate; nil: it has none.
    package var certificate: ClientCertificate?

    package init(method: String, path: String, authority: String? = nil, headers: PushHeaders, body: [UInt8] = [], certificate: ClientCertificate? = nil) {
        self.method = method
        self.authority = authority
        self.path = path
        self.headers = headers
        self.body = body
        self.certificate = certificate
    }

    /// The gateway takes no certificates instead of provider tokens, but tells a client that offers one what is wrong.
    package enum ClientCertificate: Sendable, Hashable {
        /// Expired, or not yet valid, or not one.
        case invalid
        /// Valid, and so of another environment: this one gives out none.
        case foreign
    }
}

/// The headers that the rules look at, each once.
package struct PushHeaders: Sendable {
    private var values: [Name: String] = [:]
    /// One that was there twice; nil: none was.
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
        // Topics', with ntfy's names; each also with `x-` before it.
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
    /// Beside the status; names in lower case.
    var headers: [(name: String, value: String)]
    var body: [UInt8] = []
    var contentType = "application/json"
    /// Somebody without the right key or token: what floods are made of.
    var isBadToken = false

    init(status: Int, headers: [(name: String, value: String)], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter id: the header by which the client finds its request again.
    init(_ refusal: PushRefusal, id: (name: String, value: String)) {
        status = refusal.reason.status
        headers = [id]
        body = refusal.body
        isBadToken = refusal.reason.isBadToken
    }
}

/// The body of a push.
enum PushPayload {
    /// Bytes of a body beyond which nothing more needs to be read: a broadcast's.
    static let bodyLimit = max(PushLimits.payloadBytes, PushLimits.broadcastPayloadBytes)

    /// - Throws: `PayloadTooLarge` over 4,096 bytes; `PayloadEmpty` where there is nothing in it for its push type: widgets and controls need
    ///   `{"aps":{"content-changed":true}}`, a Live Activity an `aps` object.
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
