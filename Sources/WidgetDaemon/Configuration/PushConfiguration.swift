package import WidgetGateway

/// How a daemon takes pushes from servers.
package struct PushConfiguration: Sendable {
    /// Where the gateway listens; empty: there is none.
    package var listening: [GatewayAddress]
    /// Where broadcast channels are managed; empty: nowhere.
    package var managing: [GatewayAddress]
    /// The paths of a certificate's chain and its private key, in PEM; nil: one of this machine's own is made in the state directory.
    package var certificate: (chain: String, privateKey: String)?
    /// How servers call this machine, for a certificate of its own.
    package var hostName: String
    /// Where servers reach the gateway, as `https://push.example.org`, for Web Push's endpoints; nil: under the host's name, or `localhost` where it listens on
    /// loopback alone.
    package var origin: String?

    package init(
        listening: [GatewayAddress] = [], managing: [GatewayAddress] = [], certificate: (chain: String, privateKey: String)? = nil,
        hostName: String = "localhost",
        origin: String? = nil
    ) {
        self.listening = listening
        self.managing = managing
        self.certificate = certificate
        self.hostName = hostName
        self.origin = origin
    }

    package var isOn: Bool { !listening.isEmpty || !managing.isEmpty }
}
