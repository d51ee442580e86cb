import WidgetCore

/// One request of a browser, as far as the board reads it.
struct WebRequest: Sendable {
    enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST" }

    var method: Method
    /// Begins with a slash, and has neither escapes nor dots that lead elsewhere.
    var path: String
    var query: [String: String] = [:]
    /// By names in lower case; several of one name are joined by a comma, cookies by a semicolon.
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// It came by TLS, to us or to the proxy before us.
    var isSecure: Bool
    /// It came from this machine.
    var isLocal: Bool

    subscript(header name: String) -> String? { headers[name] }

    var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = String(parts[0].drop { $0 == " " })
            // The first one counts: browsers send the more specific one first.
            if !name.isEmpty, cookies[name] == nil { cookies[name] = String(parts[1]) }
        }
        return cookies
    }

    /// The fields of a form; nil where the body isn't one.
    var form: [String: String]? {
        let type = (headers["content-type"] ?? "").split(separator: ";").first.map { $0.lowercased() }
        guard type == "application/x-www-form-urlencoded" else { return nil }
        return Self.fields(of: String(decoding: body, as: UTF8.self))
    }

    /// Whether the browser takes a coding, such as gzip.
    func accepts(_ coding: String) -> Bool {
        (headers["accept-encoding"] ?? "").split(separator: ",").contains { part in
            let words = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            return words.first == coding && !words.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" || $0 == "q=0.00" || $0 == "q=0.000" }
        }
    }

    /// The path and the query of a request's target.
    /// - Returns: nil for a target of another form, and for a path that isn't in its shortest form. None of ours has an escape.
    static func split(target: String) -> (path: String, query: [String: String])? {
        guard target.utf8.count <= WebLimits.targetBytes, target.hasPrefix("/") else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts[0])
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain else { return nil }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard path == "/" || segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        return (path, parts.count == 2 ? fields(of: String(parts[1])) : [:])
    }

    /// The first value of each name of a form.
    private static func fields(of text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(parts[0]), let value = decoded(parts.count == 2 ? parts[1] : "") else { continue }
            if fields[name] == nil { fields[name] = value }
        }
        return fields
    }

    /// - Returns: nil where an escape is broken, or where the text isn't UTF-8.
    private static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
