import WidgetCore

/// An error that answers a post to a topic. Its JSON says what is wrong and what to do.
package struct TopicRefusal: Error, Hashable {
    package var status: Int
    package var message: String
    /// Whether the sender has no valid token.
    package var isBadToken = false

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func field(_ name: String, _ message: String) -> TopicRefusal { TopicRefusal(400, "\(name): \(message)") }

    static var noToken: TopicRefusal {
        var refusal = TopicRefusal(
            401, "authorization: it is missing; send the header \"Authorization: Bearer TOKEN\" with the token that `widgetctl push topic add` showed")
        refusal.isBadToken = true
        return refusal
    }

    /// The answer is the same whether the topic exists or not, so that nobody can find names by trying.
    static func badToken(_ topic: String) -> TopicRefusal {
        var refusal = TopicRefusal(
            403, "authorization: the token isn't the topic's; `widgetctl push topic add \(topic)` on the machine makes one, and ends the one before")
        refusal.isBadToken = true
        return refusal
    }

    static func tooManyRequests(_ whose: String) -> TopicRefusal { TopicRefusal(429, "too many posts \(whose); try again later") }

    static var tooLong: TopicRefusal { TopicRefusal(413, "the body has at most \(PushLimits.postBytes) bytes") }

    /// The answer to an error of the activities or of the store.
    init(_ error: WidgetError) {
        switch error.code {
        case .invalidArgument: self.init(400, error.message)
        case .resourceExhausted: self.init(429, error.message)
        case .unavailable, .failedPrecondition: self.init(503, "it can't be stored now: \(error.message)")
        default: self.init(500, "internal error of the gateway; widgetd's log has the reason")
        }
    }

    /// The answer to a request that is incomplete, or for which there is no room.
    init(_ reason: PushReason) {
        switch reason {
        case .payloadTooLarge: self = .tooLong
        case .idleTimeout: self.init(400, "the rest of the request didn't come in time")
        case .serviceUnavailable: self.init(503, "too much is in flight; try again later")
        case .shutdown: self.init(503, "the daemon stops; try again later")
        default: self.init(reason.status, reason.rawValue)
        }
    }

    var headers: [(name: String, value: String)] {
        switch status {
        case 401: [("www-authenticate", "Bearer")]
        case 405: [("allow", "POST, PUT")]
        case 429, 503: [("retry-after", "5")]
        default: []
        }
    }

    var body: [UInt8] { Array((JSONText.object([("http", .integer(Int64(status))), ("error", .string(message))]) + "\n").utf8) }
}

extension PushResponse {
    /// A refusal of a post to a topic, in JSON.
    init(_ refusal: TopicRefusal) {
        status = refusal.status
        headers = refusal.headers
        body = refusal.body
        isBadToken = refusal.isBadToken
    }

    /// The result of a post to a topic.
    init(_ receipt: ActivityReceipt, topic: String) {
        status = 200
        headers = []
        let members: [(key: String, value: JSONValue?)] = [
            ("topic", .string(topic)), ("activity", .string(receipt.id.description)), ("outcome", .string("\(receipt.outcome)")),
        ]
        body = Array((JSONText.object(members) + "\n").utf8)
    }
}
