public import WidgetCore

/// The rights of a browser.
public enum WebRole: String, Sendable, Hashable, CaseIterable {
    /// Sees the board.
    case look
    /// Sees it, and taps.
    case act
}

/// A browser that is paired.
public struct WebSession: Sendable, Hashable {
    /// Eight hexadecimal digits, by which people name it where two have one name.
    public var id: String
    public var name: String
    public var role: WebRole
    public var created: Timestamp
    /// The last day on which it asked for something, in days since 1970 by UTC.
    public var lastSeenDay: Int
    /// Where it gets alerts; nil: it hasn't asked for them.
    public var alerts: WebAlertAddress?
    /// The hash of its secret.
    var digest: String
}

/// A browser's subscription at its push service: three texts without spaces, as its page has sent them.
public struct WebAlertAddress: Sendable, Hashable {
    public var endpoint: String
    /// `p256dh`.
    public var publicKey: String
    /// `auth`.
    public var authentication: String

    public init(endpoint: String, publicKey: String, authentication: String) {
        (self.endpoint, self.publicKey, self.authentication) = (endpoint, publicKey, authentication)
    }

    /// Whether a line of the file can hold it.
    var isStorable: Bool {
        let texts = [endpoint, publicKey, authentication]
        let arePlain = texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
        return arePlain && texts.reduce(0) { $0 + $1.utf8.count } <= WebAccessLimits.addressBytes
    }
}

/// The browsers that may see the board, and the invitations that are open. A pure value; ``WebAccessFile`` keeps it.
public struct WebAccessList: Sendable, Hashable {
    struct Invitation: Sendable, Hashable {
        var digest: String
        var name: String
        var role: WebRole
        var expires: Timestamp
    }

    public private(set) var sessions: [WebSession] = []
    private(set) var invitations: [Invitation] = []
    /// The private key by which push services know this board; empty: there is none yet. Without spaces.
    public var alertKey = ""

    public init() {}

    init(sessions: [WebSession], invitations: [Invitation], alertKey: String) {
        self.sessions = sessions
        self.invitations = invitations
        self.alertKey = alertKey
    }

    /// The session of a browser's secret; nil: it is forged, revoked or forgotten.
    public func session(of secret: WebSecret, at now: Timestamp) -> WebSession? {
        let digest = secret.digest
        return sessions.first { $0.digest == digest && !Self.isForgotten($0, at: now) }
    }

    /// The session that people mean: an id, or a name that one has.
    /// - Throws: NOT_FOUND, and INVALID_ARGUMENT where several have the name.
    public func session(named text: String) throws(WidgetError) -> WebSession {
        if let session = sessions.first(where: { $0.id == text }) { return session }
        let named = sessions.filter { $0.name == text }
        guard let session = named.first else {
            throw WidgetError(.notFound, "no browser is called \(text.quoted); see: widgetctl web list")
        }
        guard named.count == 1 else {
            throw .invalid("browser", "\(named.count) are called \(text.quoted); give its id: \(named.map(\.id).joined(separator: ", "))")
        }
        return session
    }

    /// Opens an invitation for one browser.
    /// - Returns: what is to be shown to that browser and to nobody else.
    /// - Throws: INVALID_ARGUMENT for a name or a time, RESOURCE_EXHAUSTED where too many are open.
    public mutating func invite(name: String, role: WebRole, for time: Milliseconds, at now: Timestamp) throws(WidgetError) -> WebSecret {
        guard name.utf8.count <= WebAccessLimits.nameBytes, name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .invalid("name", "a name has at most \(WebAccessLimits.nameBytes) bytes, and no control characters")
        }
        guard time > .zero, time <= WebAccessLimits.longestInvitation else { throw .invalid("expires", "an invitation is open for a second to seven days") }
        invitations.removeAll { $0.expires <= now }
        guard invitations.count < WebAccessLimits.invitations else {
            throw WidgetError(.resourceExhausted, "\(invitations.count) invitations are open, the limit; wait until one has been used or is over")
        }
        let secret = WebSecret.make()
        invitations.append(Invitation(digest: secret.digest, name: name, role: role, expires: now + time))
        return secret
    }

    /// Whether an invitation is open. It stays so.
    public func isOpen(_ secret: WebSecret, at now: Timestamp) -> Bool {
        let digest = secret.digest
        return invitations.contains { $0.digest == digest && $0.expires > now }
    }

    /// Uses an invitation up.
    /// - Returns: the new browser's secret.
    /// - Throws: PERMISSION_DENIED where the invitation was used, is over or never was; RESOURCE_EXHAUSTED where too many browsers are paired.
    public mutating func redeem(_ secret: WebSecret, at now: Timestamp) throws(WidgetError) -> WebSecret {
        let digest = secret.digest
        guard let index = invitations.firstIndex(where: { $0.digest == digest && $0.expires > now }) else {
            throw WidgetError(.permissionDenied, "this invitation was used already, or is over")
        }
        sessions.removeAll { Self.isForgotten($0, at: now) }
        guard sessions.count < WebAccessLimits.sessions else {
            throw WidgetError(.resourceExhausted, "\(sessions.count) browsers are paired, the limit; revoke one with: widgetctl web revoke NAME")
        }
        let invitation = invitations.remove(at: index)
        let new = WebSecret.make()
        sessions.append(
            WebSession(
                id: String(WebSecret.make().text.prefix(8)), name: freeName(invitation.name), role: invitation.role, created: now, lastSeenDay: now.day,
                digest: new.digest))
        return new
    }

    /// Notes where a browser gets alerts; nil: it wants none any more. Another session that has the same address is an earlier one of the same browser.
    /// - Throws: NOT_FOUND where there is no such session, INVALID_ARGUMENT for an address that is too long.
    public mutating func setAlerts(_ address: WebAlertAddress?, of id: String) throws(WidgetError) {
        guard let index = sessions.firstIndex(where: { $0.id == id }) else { throw WidgetError(.notFound, "this browser isn't paired any more") }
        if let address {
            guard address.isStorable else { throw .invalid("endpoint", "the address and its keys have at most \(WebAccessLimits.addressBytes) bytes together") }
            for other in sessions.indices where sessions[other].alerts?.endpoint == address.endpoint { sessions[other].alerts = nil }
        }
        sessions[index].alerts = address
    }

    /// Forgets a browser.
    public mutating func revoke(_ id: String) { sessions.removeAll { $0.id == id } }

    /// Notes that a browser was seen.
    /// - Returns: whether anything changed: once a day.
    public mutating func see(_ id: String, at now: Timestamp) -> Bool {
        guard let index = sessions.firstIndex(where: { $0.id == id }), sessions[index].lastSeenDay < now.day else { return false }
        sessions[index].lastSeenDay = now.day
        return true
    }

    private func freeName(_ wanted: String) -> String {
        let name = wanted.isEmpty ? "browser" : wanted
        let taken = Set(sessions.map(\.name))
        guard taken.contains(name) else { return name }
        return (2...WebAccessLimits.sessions + 2).lazy.map { "\(name) \($0)" }.first { !taken.contains($0) } ?? name
    }

    private static func isForgotten(_ session: WebSession, at now: Timestamp) -> Bool { now.day - session.lastSeenDay > WebAccessLimits.unseenDays }
}

extension Timestamp {
    /// Days since 1970.
    fileprivate var day: Int { Int(milliseconds / 86_400_000) }
}
