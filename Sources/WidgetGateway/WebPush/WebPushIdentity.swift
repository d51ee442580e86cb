import Crypto
public import WidgetCore

/// The key by which push services tell one sender from another (VAPID, RFC 8292). A browser's subscription is for one key.
public struct WebPushIdentity: Sendable {
    /// How long an identification holds: half of what RFC 8292, 2, allows, so that clocks may differ.
    private static let lifetime = Milliseconds.hours(12)

    private let key: P256.Signing.PrivateKey

    /// A new one.
    public init() { key = P256.Signing.PrivateKey() }

    /// - Parameter text: as ``text`` gives it; nil for anything else.
    public init?(_ text: String) {
        guard let bytes = Base64URL.bytes(of: text), let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.key = key
    }

    /// The private key, for a file that only its user may read.
    public var text: String { Base64URL.urlText(of: Array(key.rawRepresentation)) }

    /// `applicationServerKey` of a subscription, in base64 for URLs.
    public var publicKey: String { Base64URL.urlText(of: Array(key.publicKey.x963Representation)) }

    /// The value of `Authorization`.
    /// - Parameter subject: an address at which the service reaches who sends: `mailto:` or `https:`.
    public func authorization(to receiver: WebPushReceiver, subject: String, now: Timestamp) -> String {
        let expires = (now + Self.lifetime).milliseconds / 1_000
        let claims = #"{"aud":\#(JSONText.quoted(receiver.origin)),"exp":\#(expires),"sub":\#(JSONText.quoted(subject))}"#
        let signed = [#"{"typ":"JWT","alg":"ES256"}"#, claims].map { Base64URL.urlText(of: Array($0.utf8)) }.joined(separator: ".")
        let signature = (try? key.signature(for: Array(signed.utf8)))?.rawRepresentation ?? .init()
        return "vapid t=\(signed).\(Base64URL.urlText(of: Array(signature))), k=\(publicKey)"
    }
}
