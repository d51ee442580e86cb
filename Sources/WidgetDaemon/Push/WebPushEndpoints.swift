import Logging
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

/// Web Push as it stands since the start: its endpoints, or why there are none. Without them servers push by APNs' protocol all the same.
struct WebPushState: Sendable {
    /// Nil: there is no gateway, or ``failure`` says why.
    var endpoints: WebPushEndpoints?
    var failure: WidgetError?
}

extension PushConfiguration {
    /// The file with what the endpoints' keys are made of, in the state directory.
    private static let secretName = "push-secret"
    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]

    /// A secret that can't be used is no reason to have no widgets, nor to lose what it was: it stays as it is.
    func openWebPush(stateDirectory: String, logger: Logger) -> WebPushState {
        guard let origin = publicOrigin else { return WebPushState() }
        do throws(WidgetError) {
            let secret = try SecretFile(directory: stateDirectory, name: Self.secretName).open()
            return WebPushState(endpoints: WebPushEndpoints(secret: secret, origin: origin))
        } catch {
            logger.error("no server can use Web Push here", metadata: ["error": "\(error)"])
            return WebPushState(failure: error)
        }
    }

    /// Under which servers reach the gateway; nil: there is none.
    var publicOrigin: String? {
        guard let address = listening.first(where: { !Self.loopback.contains($0.host) }) ?? listening.first else { return nil }
        let name = Self.loopback.contains(address.host) ? "localhost" : hostName.contains(".") ? hostName : hostName + ".local"
        return origin ?? "https://\(name):\(address.port)"
    }

    /// The file that clients are given as the authority that they trust; nil: the certificate was given.
    func ownCertificate(stateDirectory: String) -> String? { certificate == nil ? "\(stateDirectory)/\(Self.certificateName)" : nil }
}
