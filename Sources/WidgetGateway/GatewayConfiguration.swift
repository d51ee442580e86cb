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

/// Where the gateway listens: an address or a host's name, and a port.
public struct GatewayAddress: Sendable, Hashable, CustomStringConvertible {
    public var host: String
    /// 0: the kernel chooses one.
    public var port: Int

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `address:port` or `[IPv6]:port`.
    /// - Throws: INVALID_ARGUMENT that names `option`.
    public init(_ text: String, option: String) throws(WidgetError) {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex, let port = Int(text[text.index(after: colon)...]) else {
            throw .invalid(option, "\"\(text.prefix(64))\" has no port; write address:port, as 127.0.0.1:2197 or [::]:2197")
        }
        guard (0...65_535).contains(port) else {
            throw .invalid(option, "\"\(text.prefix(64))\" has no port of 1 to 65535; write address:port, as 127.0.0.1:2197 or [::]:2197")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw .invalid(option, "\"\(text.prefix(64))\": write an IPv6 address in brackets, as [::]:2197")
        }
        guard !host.isEmpty else { throw .invalid(option, "\"\(text.prefix(64))\" has no address; write address:port, as 127.0.0.1:2197 or [::]:2197") }
        self.init(host: String(host), port: port)
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
