import WidgetCore

/// The provider token and the Web Push identification (VAPID) that one connection has sent. The same text comes with each request, and is verified once.
package struct ProviderSession {
    private struct Verified {
        var text: String
        var token: ProviderToken
        var key: PushKey
    }

    private var current: Verified?
    private var changedAt: Timestamp?

    /// The VAPID token of Web Push whose signature was verified. Its dates are checked again for each request.
    var vapid: (text: String, token: VAPIDToken)?

    package init() {}

    /// Whether the connection has sent a valid provider token.
    var isVerified: Bool { current != nil }

    /// The sender of the request.
    ///
    /// Checks in this order: that there is a token, its form, key and signature, its age, and whether the connection may use it.
    mutating func authorize(_ request: PushRequest, port: any PushPort, now: Timestamp) throws(PushRefusal) -> PushKey {
        guard let header = request.headers[.authorization], let text = Self.bearer(header) else {
            switch request.certificate {
            case .invalid: throw PushRefusal(.badCertificate)
            case .foreign: throw PushRefusal(.badCertificateEnvironment)
            case nil: throw PushRefusal(.missingProviderToken)
            }
        }
        let verified = try verify(text, port: port)
        // Since the token was verified, its key may have been removed, or replaced under the same id.
        guard let key = port.key(team: verified.token.team, id: verified.token.keyID), key.publicKey == verified.key.publicKey else {
            throw PushRefusal(.invalidProviderToken)
        }
        guard now - verified.token.issuedAt <= ProviderTokenLimits.lifetime else { throw PushRefusal(.expiredProviderToken) }
        guard verified.token.issuedAt <= now + ProviderTokenLimits.clockSkew else { throw PushRefusal(.invalidProviderToken) }
        try take(verified, now: now)
        return key
    }

    private func verify(_ text: String, port: any PushPort) throws(PushRefusal) -> Verified {
        if let current, current.text == text { return current }
        guard let token = ProviderToken(text), let key = port.key(team: token.team, id: token.keyID), token.isSigned(by: key) else {
            throw PushRefusal(.invalidProviderToken)
        }
        return Verified(text: text, token: token, key: key)
    }

    /// Makes this the connection's token.
    private mutating func take(_ verified: Verified, now: Timestamp) throws(PushRefusal) {
        guard let current else { return self.current = verified }
        guard current.text != verified.text else { return }
        guard current.token.team == verified.token.team, current.token.keyID == verified.token.keyID else { throw PushRefusal(.unrelatedKeyIDInToken) }
        if let changedAt, now - changedAt < ProviderTokenLimits.updateInterval { throw PushRefusal(.tooManyProviderTokenUpdates) }
        self.current = verified
        changedAt = now
    }

    /// The token of `bearer <token>`, with the scheme in upper or lower case (RFC 9110, 11.1). Nil where there is none.
    private static func bearer(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1].drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }
}

/// A provider token as APNs defines it: a JWT signed with ES256.
///
/// `kid` is in its header, `iss` (the team) and `iat` (when it was made) are its claims; other claims mean nothing.
struct ProviderToken {
    var team: String
    var keyID: String
    var issuedAt: Timestamp
    private var token: JSONWebToken

    /// Nil where the text is no such token. It isn't verified by this.
    init?(_ text: some StringProtocol) {
        guard let token = JSONWebToken(text), case .string(let keyID)? = token.header["kid"], case .string(let team)? = token.claims["iss"],
            let issued = token.date("iat")
        else { return nil }
        let lengths = 1...PushLimits.identifierBytes
        guard lengths.contains(keyID.utf8.count), lengths.contains(team.utf8.count) else { return nil }
        (self.keyID, self.team, issuedAt, self.token) = (keyID, team, issued, token)
    }

    /// Whether this key signed it.
    func isSigned(by key: PushKey) -> Bool { token.isSigned(by: key.publicKey) }
}
