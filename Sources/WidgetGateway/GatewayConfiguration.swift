public import WidgetCore

/// What the gateway is told at its start.
public struct GatewayConfiguration: Sendable {
    /// Where pushes and broadcasts come.
    public var listening: [GatewayAddress]
    /// Where broadcast channels are managed.
    public var managing: [GatewayAddress]
    /// The certificate's chain in PEM, the gateway's own first.
    public var certificate: [UInt8]
    /// Its private key in PEM.
    public var privateKey: [UInt8]
    public var limits: GatewayLimits
    public var now: @Sendable () -> Timestamp

    public init(
        listening: [GatewayAddress], managing: [GatewayAddress] = [], certificate: [UInt8], privateKey: [UInt8], limits: GatewayLimits = GatewayLimits(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.listening = listening
        self.managing = managing
        self.certificate = certificate
        self.privateKey = privateKey
        self.limits = limits
        self.now = now
    }
}
