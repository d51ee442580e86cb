import WidgetCore

/// A provider token, as APNs has them: a JWT signed with ES256.
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
