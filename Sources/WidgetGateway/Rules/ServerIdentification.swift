import Crypto
import WidgetCore

/// An application server's identification (VAPID, RFC 8292): `Authorization: vapid t=<JWT>, k=<public key>`.
struct ServerIdentification {
    /// RFC 8292, 2: `exp` is at most 24 hours ahead.
    private static let lifetime = Milliseconds.hours(24)

    /// P-256, uncompressed: 65 bytes.
    let publicKey: [UInt8]
    private let token: JSONWebToken
    private let audience: String
    private let expires: Timestamp

    /// Nil where the header isn't one. It isn't verified by this.
    init?(_ header: String) {
        let words = header.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "vapid" else { return nil }
        var parameters: [String: Substring] = [:]
        for part in words[1].split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            let value = pair[1].trimming(" \t\"")
            guard parameters.updateValue(value, forKey: pair[0].trimming(" \t").lowercased()) == nil else { return nil }
        }
        guard let text = parameters["t"], let token = JSONWebToken(text), let key = parameters["k"].flatMap({ Base64URL.bytes(of: $0) }), key.count == 65 else {
            return nil
        }
        guard case .string(let audience)? = token.claims["aud"], let expires = token.date("exp") else { return nil }
        (self.token, self.audience, self.expires, publicKey) = (token, audience, expires, key)
    }

    /// Whether it is for this service, and neither over nor further ahead than a day (RFC 8292, 2).
    /// - Parameter origin: under which the server reached this service, such as `https://example.org:2197`.
    func isValid(for origin: String, now: Timestamp) -> Bool {
        let latest = now + Self.lifetime + ProviderTokenLimits.clockSkew
        return audience.lowercased() == origin && expires + ProviderTokenLimits.clockSkew >= now && expires <= latest
    }

    /// Whether its key signed it.
    var isSigned: Bool { token.isSigned(by: publicKey) }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> Substring {
        var text = drop { characters.contains($0) }
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
