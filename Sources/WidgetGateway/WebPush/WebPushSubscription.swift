public import WidgetCore

/// A subscription, as an application server is given it for Web Push: `PushSubscription` in a browser, the same three texts here.
public struct WebPushSubscription: Sendable, Hashable {
    static let path = "/webpush/"

    /// Whoever has it may push.
    public var endpoint: String
    /// `p256dh`, in base64 for URLs.
    public var publicKey: String
    /// `auth`, in base64 for URLs.
    public var authentication: String

    /// - Parameters:
    ///   - origin: under which servers reach the gateway, as `https://handler.local:2197`.
    ///   - secret: the gateway's (``GatewayConfiguration/webPushSecret``).
    public init(token: PushToken, origin: String, secret: [UInt8]) {
        let keys = WebPushKeys(token: token, secret: secret)
        endpoint = origin + Self.path + Hexadecimal.text(of: token.bytes) + "." + Hexadecimal.text(of: keys.proof)
        publicKey = Base64URL.urlText(of: keys.publicKey)
        authentication = Base64URL.urlText(of: keys.authentication)
    }
}
