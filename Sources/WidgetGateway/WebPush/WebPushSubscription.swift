import Crypto
public import WidgetCore

/// A subscription that an application server needs for Web Push. It has the same three texts as a browser's `PushSubscription`.
public struct WebPushSubscription: Sendable, Hashable {
    static let path = "/webpush/"

    /// The endpoint's URL. Anyone who knows it may push.
    public var endpoint: String
    /// `p256dh`, in base64 for URLs.
    public var publicKey: String
    /// `auth`, in base64 for URLs.
    public var authentication: String

    /// - Parameters:
    ///   - origin: the origin at which servers reach the gateway, such as `https://handler.local:2197`.
    ///   - secret: see ``GatewayConfiguration/webPushSecret``.
    public init(token: PushToken, origin: String, secret: [UInt8]) {
        let keys = WebPushKeys(token: token, secret: secret)
        endpoint = origin + Self.path + Hexadecimal.text(of: token.bytes) + "." + Hexadecimal.text(of: keys.proof)
        publicKey = Base64URL.urlText(of: keys.publicKey)
        authentication = Base64URL.urlText(of: keys.authentication)
    }
}

/// The keys of one Web Push subscription (RFC 8291, 3.1). An application server encrypts for them.
///
/// They are derived from the endpoint's token and a secret of this device, so they needn't be stored.
public struct WebPushKeys: Sendable {
    let privateKey: P256.KeyAgreement.PrivateKey
    /// `auth` of a subscription: 16 bytes.
    public let authentication: [UInt8]
    /// A secret in the endpoint, beside the token. Servers that push with APNs' rules know the token too. A server that has only the token can't push without a
    /// key.
    let proof: [UInt8]

    /// `p256dh` of a subscription: 65 bytes, uncompressed.
    public var publicKey: [UInt8] { Array(privateKey.publicKey.x963Representation) }

    /// - Parameter secret: at least 32 random bytes that never leave this device.
    public init(token: PushToken, secret: [UInt8]) {
        func derive(_ purpose: String, _ count: Int) -> [UInt8] {
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: secret), salt: token.bytes, info: Array("widgetd web push \(purpose)".utf8), outputByteCount: count)
            return key.withUnsafeBytes(Array.init)
        }
        authentication = derive("auth", WebPushLimits.authenticationBytes)
        proof = derive("endpoint", WebPushLimits.proofBytes)
        // The number must be below the curve's order. Once in 2^32 it isn't, and then the next one is tried.
        var (key, attempt): (P256.KeyAgreement.PrivateKey?, Int) = (nil, 0)
        while key == nil {
            key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: derive("key \(attempt)", 32))
            attempt += 1
        }
        privateKey = key ?? P256.KeyAgreement.PrivateKey()
    }

    /// - Throws: `CryptoKitError` where the bytes are no key.
    init(privateKey: [UInt8], authentication: [UInt8]) throws {
        self.privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        self.authentication = authentication
        proof = []
    }
}
