import WidgetCore

/// What a request is answered.
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

    /// A refusal of a post to a topic, in JSON.
    init(_ refusal: TopicRefusal) {
        status = refusal.status
        headers = refusal.headers
        body = refusal.body
        isBadToken = refusal.isBadToken
    }

    /// What became of a post to a topic.
    init(_ receipt: ActivityReceipt, topic: String) {
        status = 200
        headers = []
        let members: [(key: String, value: JSONValue?)] = [
            ("topic", .string(topic)), ("activity", .string(receipt.id.description)), ("outcome", .string("\(receipt.outcome)")),
        ]
        body = Array((JSONText.object(members) + "\n").utf8)
    }

    /// A refusal of a Web Push, in words.
    init(_ refusal: WebPushRefusal) {
        status = refusal.status
        headers = refusal.headers
        body = Array((refusal.message + "\n").utf8)
        contentType = "text/plain; charset=utf-8"
        isBadToken = refusal.isBadToken
    }
}
