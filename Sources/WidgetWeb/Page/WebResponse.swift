import WidgetCore

/// An answer to a browser.
struct WebResponse: Sendable {
    var status: Int
    var type: String
    var body: [UInt8]
    var headers: [(name: String, value: String)] = []
    /// Nothing of it may be kept, unless its address changes with its content.
    var isKept = false

    static func html(_ text: String, status: Int = 200) -> WebResponse { WebResponse(status: status, type: "text/html; charset=utf-8", body: Array(text.utf8)) }

    static func json(_ text: String, status: Int) -> WebResponse { WebResponse(status: status, type: "application/json", body: Array(text.utf8)) }

    static func redirect(to path: String) -> WebResponse {
        WebResponse(status: 303, type: "text/plain", body: [], headers: [("location", path)])
    }

    init(status: Int, type: String, body: [UInt8], headers: [(name: String, value: String)] = [], isKept: Bool = false) {
        (self.status, self.type, self.body, self.headers, self.isKept) = (status, type, body, headers, isKept)
    }

    init(_ refusal: DoorRules.Refusal) { self = .html(MessagePage.html("Not allowed", refusal.reason), status: refusal.status) }

    /// The headers of every answer: nothing but our own files is run, shown or asked, and no other site may have the board within it. Views set places and
    /// sizes in attributes, which run nothing.
    static let protection: [(name: String, value: String)] = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; style-src-elem 'self'; img-src 'self' data:; font-src 'self'; "
                + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"), ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        // With no-referrer a form's Origin would be "null".
        ("referrer-policy", "same-origin"),
    ]

    /// The headers of the whole answer, without those of its length and coding.
    var allHeaders: [(name: String, value: String)] {
        [("content-type", type), ("cache-control", isKept ? "public, max-age=31536000, immutable" : "no-store")] + Self.protection + headers
    }

    /// Whether compressing makes it smaller.
    var isText: Bool { type.hasPrefix("text/") || type.hasPrefix("application/json") || type.hasPrefix("application/manifest") }
}
