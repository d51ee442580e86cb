public import WidgetCore

/// The gateway's settings.
public struct GatewayConfiguration: Sendable {
    /// Where pushes and broadcasts come.
    public var listening: [GatewayAddress]
    /// Where broadcast channels are managed.
    public var managing: [GatewayAddress]
    /// The certificate's chain in PEM, the gateway's own first.
    public var certificate: [UInt8]
    /// Its private key in PEM.
    public var privateKey: [UInt8]
    /// At least 32 random bytes that stay the same and never leave this machine. The keys of Web Push's endpoints are derived from them. Nil where they can't
    /// be had now. Then each Web Push is answered with 503, so that senders keep endpoints that will work again.
    public var webPushSecret: [UInt8]?
    public var limits: GatewayLimits
    public var now: @Sendable () -> Timestamp

    public init(
        listening: [GatewayAddress], managing: [GatewayAddress] = [], certificate: [UInt8], privateKey: [UInt8], webPushSecret: [UInt8]? = nil,
        limits: GatewayLimits = GatewayLimits(), now: @escaping @Sendable () -> Timestamp
    ) {
        self.listening = listening
        self.managing = managing
        self.certificate = certificate
        self.privateKey = privateKey
        self.webPushSecret = webPushSecret
        self.limits = limits
        self.now = now
    }
}
