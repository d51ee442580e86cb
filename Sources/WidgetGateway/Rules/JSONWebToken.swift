import Crypto
import WidgetCore

/// A JWT (RFC 7519) that is signed with ES256 (RFC 7518, 3.4).
struct JSONWebToken {
    let header: JSONObject
    let claims: JSONObject
    /// The signed part: the first two parts of the text.
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Nil where the text is no such token. It isn't verified by this.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= ProviderTokenLimits.bytes else { return nil }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]), let signature = Base64URL.bytes(of: parts[2]) else {
            return nil
        }
        // RFC 7515, 4.1.11: an extension that must be understood isn't.
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

    /// A claim in seconds since 1970: a whole number, as the specification says; a fraction, as Python's `time.time()` gives; or either as text, as some
    /// libraries write it.
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
