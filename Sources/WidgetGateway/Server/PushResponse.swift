/// What a request is answered.
struct PushResponse: Sendable {
    var status: Int
    /// Beside the status; names in lower case.
    var headers: [(name: String, value: String)]
    /// JSON, or nothing.
    var body: [UInt8] = []
    /// Why it was refused; nil: it wasn't.
    var reason: PushReason?

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
        reason = refusal.reason
    }
}
