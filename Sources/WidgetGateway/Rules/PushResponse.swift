import WidgetCore

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
