import WidgetCore

/// An error that answers a Web Push: a status, and a text that says what is wrong.
package struct WebPushRefusal: Error, Hashable {
    var status: Int
    var message: String
    var isBadToken = false

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    /// RFC 8030, 7.3.
    static var noEndpoint: WebPushRefusal {
        var refusal = WebPushRefusal(404, "there is no such endpoint; subscribe anew")
        refusal.isBadToken = true
        return refusal
    }

    /// RFC 8292, 4.2.
    static var badIdentification: WebPushRefusal {
        var refusal = WebPushRefusal(403, "authorization: the VAPID token isn't signed by its key, isn't for this service (aud), or is over (exp)")
        refusal.isBadToken = true
        return refusal
    }

    /// RFC 8030, 8.4.
    static func tooManyRequests(_ whose: String) -> WebPushRefusal { WebPushRefusal(429, "too many requests \(whose); try again later") }

    /// The answer to an error of the store, or of another part behind the port.
    init(_ error: WidgetError) {
        switch error.code {
        case .unavailable, .failedPrecondition: self.init(503, "it can't be stored now; try again later")
        case .resourceExhausted: self.init(429, "too many wait for this endpoint; try again later")
        case .notFound: self = .noEndpoint
        default: self.init(500, "internal error of the gateway")
        }
    }

    var headers: [(name: String, value: String)] { status == 429 || status == 503 ? [("retry-after", "60")] : [] }
}

extension PushResponse {
    /// The refusal of a Web Push, as plain text.
    init(_ refusal: WebPushRefusal) {
        status = refusal.status
        headers = refusal.headers
        body = Array((refusal.message + "\n").utf8)
        contentType = "text/plain; charset=utf-8"
        isBadToken = refusal.isBadToken
    }
}
