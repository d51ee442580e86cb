import Crypto
import WidgetCore

/// A JWT (RFC 7519) that is signed with ES256 (RFC 7518, 3.4).
struct JSONWebToken {
    let header: JSONObject
    let claims: JSONObject
    /// The signed part: the first two parts of the text.
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Nil where the text is no such token. The signature isn't verified here.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= ProviderTokenLimits.bytes else { return nil }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]), let signature = Base64URL.bytes(of: parts[2]) else {
            return nil
        }
        // RFC 7515, 4.1.11: `crit` names extensions that a reader must support, and this one supports none.
        guard header["alg"] == .string("ES256"), header["crit"] == nil else { return nil }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// - Parameter publicKey: P-256, uncompressed.
    func isSigned(by publicKey: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: signed)
    }

    /// A claim in seconds since 1970. It may be a whole number, as the specification says, or a fraction, as Python's `time.time()` gives. Some libraries write
    /// either as text.
    func date(_ claim: String) -> Timestamp? {
        let seconds: Double
        switch claims[claim] {
        case .integer(let whole)?: seconds = Double(whole)
        case .number(let number)?: seconds = number
        case .string(let text)?:
            guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }), let number = Double(text) else {
                return nil
            }
            seconds = number
        default: return nil
        }
        let milliseconds = seconds * 1_000
        guard milliseconds >= 0, milliseconds <= Double(Timestamp.latest.milliseconds) else { return nil }
        return Timestamp(milliseconds: Int64(milliseconds))
    }

    private static func object(_ part: some StringProtocol) -> JSONObject? {
        guard let bytes = Base64URL.bytes(of: part), case .object(let object)? = try? JSONValue(parsing: bytes) else { return nil }
        return object
    }
}

/// The token by which an application server identifies itself (VAPID, RFC 8292): `Authorization: vapid t=<JWT>, k=<public key>`.
struct VAPIDToken {
    /// RFC 8292, 2: `exp` is at most 24 hours ahead.
    private static let lifetime = Milliseconds.hours(24)

    /// P-256, uncompressed: 65 bytes.
    let publicKey: [UInt8]
    private let token: JSONWebToken
    private let audience: String
    private let expires: Timestamp

    /// Nil where the header has another form. The signature isn't verified here.
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

    /// Whether the token is for this service, hasn't expired, and expires within a day (RFC 8292, 2).
    /// - Parameter origin: the origin at which the server reached this service, such as `https://example.org:2197`.
    func isValid(for origin: String, now: Timestamp) -> Bool {
        let latest = now + Self.lifetime + ProviderTokenLimits.clockSkew
        return audience.lowercased() == origin && expires + ProviderTokenLimits.clockSkew >= now && expires <= latest
    }

    /// Whether the token is signed by the key in the header.
    var isSigned: Bool { token.isSigned(by: publicKey) }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> Substring {
        var text = drop { characters.contains($0) }
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
