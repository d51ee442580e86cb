import Crypto
import WidgetCore

/// A provider token: a JWT (RFC 7519) signed with ES256 (RFC 7518), as APNs has them.
///
/// `alg` and `kid` are in its header, `iss` (the team) and `iat` (when it was made) are its claims; other claims mean nothing.
struct ProviderToken {
    var team: String
    var keyID: String
    var issuedAt: Timestamp
    /// What was signed: the first two parts of the text.
    private var signed: [UInt8]
    private var signature: [UInt8]

    /// Nil where the text is no such token. It isn't verified by this.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= ProviderTokenLimits.bytes else { return nil }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]), let signature = Base64URL.bytes(of: parts[2]) else {
            return nil
        }
        // RFC 7515, 4.1.11: an extension that must be understood isn't.
        guard header["alg"] == .string("ES256"), header["crit"] == nil else { return nil }
        guard case .string(let keyID)? = header["kid"], case .string(let team)? = claims["iss"], let issued = claims["iat"].flatMap(Self.date) else {
            return nil
        }
        let lengths = 1...PushLimits.identifierBytes
        guard lengths.contains(keyID.utf8.count), lengths.contains(team.utf8.count) else { return nil }
        self.keyID = keyID
        self.team = team
        issuedAt = issued
        signed = Array("\(parts[0]).\(parts[1])".utf8)
        self.signature = signature
    }

    /// Whether this key signed it.
    func isSigned(by key: PushKey) -> Bool {
        guard let publicKey = try? P256.Signing.PublicKey(x963Representation: key.publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return publicKey.isValidSignature(signature, for: signed)
    }

    private static func object(_ part: some StringProtocol) -> JSONObject? {
        guard let bytes = Base64URL.bytes(of: part), case .object(let object)? = try? JSONValue(parsing: bytes) else { return nil }
        return object
    }

    /// Seconds since 1970: a whole number, as the specification says; a fraction, as Python's `time.time()` gives; or either as text, as some libraries write it.
    private static func date(_ value: JSONValue) -> Timestamp? {
        let seconds: Double
        switch value {
        case .integer(let whole): seconds = Double(whole)
        case .number(let number): seconds = number
        case .string(let text):
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
}
