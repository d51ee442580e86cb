import WebAccess
import WidgetCore

/// The checks that every request passes before anything is done for it. Pure.
struct DoorRules: Sendable {
    /// Why a request isn't answered.
    struct Refusal: Error, Sendable, Hashable {
        var status: Int
        /// For people, a sentence.
        var reason: String
    }

    /// Names by which browsers may call the board, in lower case, without ports. Another name would be one that leads here without our knowledge: so a page of
    /// a stranger's site, whose name leads to this machine for a moment, gets nothing (DNS rebinding).
    let hosts: Set<String>

    /// - Parameter hosts: further names, beside those of this machine for itself.
    init(hosts: some Sequence<String>) {
        self.hosts = Set(hosts.map { $0.lowercased() }).union(["localhost", "127.0.0.1", "[::1]"])
    }

    /// Checks the name that a browser calls us by.
    func check(host: String?) throws(Refusal) {
        guard let host, let name = Self.name(of: host), hosts.contains(name) else {
            throw Refusal(status: 421, reason: "This board isn't served under that name. Start widgetd-web with --host and the name.")
        }
    }

    /// Checks that a page of ours has made a request that changes something.
    func checkOrigin(_ request: WebRequest) throws(Refusal) {
        let own = "\(request.isSecure ? "https" : "http")://\((request[header: "host"] ?? "").lowercased())"
        guard let origin = request[header: "origin"], Self.withoutStandardPort(origin.lowercased()) == Self.withoutStandardPort(own) else {
            throw Refusal(status: 403, reason: "This request came from another site.")
        }
        try checkSite(request)
    }

    /// Checks what browsers say of the page that makes a request, where they say it.
    func checkSite(_ request: WebRequest) throws(Refusal) {
        if let site = request[header: "sec-fetch-site"], site != "same-origin" {
            throw Refusal(status: 403, reason: "This request came from another site.")
        }
    }

    /// The host of a header, without its port and in lower case; nil where it isn't one.
    private static func name(of host: String) -> String? {
        let host = host.lowercased()
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            return rest.isEmpty || isPort(rest) ? String(host[...end]) : nil
        }
        guard let colon = host.firstIndex(of: ":") else { return host }
        return isPort(host[colon...]) ? String(host[..<colon]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool { text.first == ":" && (1...65_535).contains(Int(text.dropFirst()) ?? 0) }

    private static func withoutStandardPort(_ origin: String) -> String {
        if origin.hasPrefix("http://"), origin.hasSuffix(":80") { return String(origin.dropLast(3)) }
        if origin.hasPrefix("https://"), origin.hasSuffix(":443") { return String(origin.dropLast(4)) }
        return origin
    }
}

/// The browser that asks, with its rights.
struct Visitor: Sendable, Hashable {
    /// The session's id; empty: nobody has paired it, and the board is open to this machine.
    var session: String
    var role: WebRole
    /// Stands in our own pages alone: a form that has it was made by us.
    var formToken: String
    /// The surface whose pages it shows.
    var surface = WebLayouts.standard

    static let open = Visitor(session: "", role: .look, formToken: "")

    init(session: String, role: WebRole, formToken: String) {
        (self.session, self.role, self.formToken) = (session, role, formToken)
    }

    init(_ session: WebSession, _ secret: WebSecret) {
        self.init(session: session.id, role: session.role, formToken: secret.derived(for: "widgetd form"))
        surface = WebLayouts.surface(of: session.name)
    }

    /// Browsers take a cookie with this prefix only by TLS, for this host and the whole of it.
    static func cookieName(isSecure: Bool) -> String { isSecure ? "__Host-widgetd" : "widgetd" }

    /// - Parameter secret: the new session's.
    static func cookie(_ secret: WebSecret, isSecure: Bool) -> String {
        "\(cookieName(isSecure: isSecure))=\(secret.text); Path=/; Max-Age=\(WebAccessLimits.unseenDays * 86_400); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
