import WidgetCore
import WidgetGateway
import WidgetPeers

/// Web Push's endpoints: one for each token.
struct WebPushEndpoints: Sendable {
    let secret: [UInt8]
    /// Under which servers reach the gateway.
    let origin: String

    func subscription(of token: PushToken) -> WebPushSubscription { WebPushSubscription(token: token, origin: origin, secret: secret) }
}

extension PushConfiguration {
    /// The file with what the endpoints' keys are made of, in the state directory.
    private static let secretName = "push-secret"
    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]

    /// - Returns: nil where there is no gateway.
    /// - Throws: FAILED_PRECONDITION where the secret can't be used; UNAVAILABLE where it can't be read or written.
    func openEndpoints(stateDirectory: String) throws(WidgetError) -> WebPushEndpoints? {
        guard let address = listening.first(where: { !Self.loopback.contains($0.host) }) ?? listening.first else { return nil }
        let name = Self.loopback.contains(address.host) ? "localhost" : hostName.contains(".") ? hostName : hostName + ".local"
        return WebPushEndpoints(
            secret: try SecretFile(directory: stateDirectory, name: Self.secretName).open(), origin: origin ?? "https://\(name):\(address.port)")
    }
}
