import WebAccess

/// The browser that asks, with its rights.
struct Visitor: Sendable, Hashable {
    /// The session's id; empty: nobody has paired it, and the board is open to this machine.
    var session: String
    var role: WebRole
    /// Stands in our own pages alone: a form that has it was made by us.
    var formToken: String

    static let open = Visitor(session: "", role: .look, formToken: "")

    init(session: String, role: WebRole, formToken: String) {
        (self.session, self.role, self.formToken) = (session, role, formToken)
    }

    init(_ session: WebSession, _ secret: WebSecret) {
        self.init(session: session.id, role: session.role, formToken: secret.derived(for: "widgetd form"))
    }

    /// Browsers take a cookie with this prefix only by TLS, for this host and the whole of it.
    static func cookieName(isSecure: Bool) -> String { isSecure ? "__Host-widgetd" : "widgetd" }

    /// - Parameter secret: the new session's.
    static func cookie(_ secret: WebSecret, isSecure: Bool) -> String {
        "\(cookieName(isSecure: isSecure))=\(secret.text); Path=/; Max-Age=\(WebAccessLimits.unseenDays * 86_400); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
