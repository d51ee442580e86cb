import DaemonCore
import Logging
import Synchronization
import Systemd
import WidgetCore
import WidgetGateway
import WidgetPeers

/// Web Push's endpoints: one for each token.
struct WebPushEndpoints: Sendable {
    let secret: [UInt8]
    /// The gateway's origin, as `https://push.example.org`.
    let origin: String

    func subscription(of token: PushToken) -> WebPushSubscription { WebPushSubscription(token: token, origin: origin, secret: secret) }
}

/// Web Push's endpoints, or the reason why there are none. Servers can use APNs' protocol without them.
struct WebPushState: Sendable {
    /// Nil: there is no gateway, or ``failure`` has the reason.
    var endpoints: WebPushEndpoints?
    var failure: WidgetError?
}

/// Where servers reach the gateway, as it is now. Any thread may read it.
final class PushAddresses: Sendable {
    private struct State {
        var webPush: WebPushState
        var origin: String?
        var certificate: String?

        init(_ configuration: PushConfiguration, stateDirectory: String, logger: Logger) {
            webPush = configuration.openWebPush(stateDirectory: stateDirectory, logger: logger)
            origin = configuration.publicOrigin
            certificate = configuration.ownCertificate(stateDirectory: stateDirectory)
        }
    }

    private let stateDirectory: String
    private let logger: Logger
    private let state: Mutex<State>

    init(_ configuration: PushConfiguration, stateDirectory: String, logger: Logger) {
        (self.stateDirectory, self.logger) = (stateDirectory, logger)
        state = Mutex(State(configuration, stateDirectory: stateDirectory, logger: logger))
    }

    func set(_ configuration: PushConfiguration) {
        let new = State(configuration, stateDirectory: stateDirectory, logger: logger)
        state.withLock { $0 = new }
    }

    var webPush: WebPushState { state.withLock { $0.webPush } }
    /// The gateway's origin; nil: there is no gateway.
    var origin: String? { state.withLock { $0.origin } }
    /// The path of the daemon's own certificate; nil: the user has configured one.
    var certificate: String? { state.withLock { $0.certificate } }
}

extension PushConfiguration {
    /// The file in the state directory with the secret from which the endpoints' keys are derived.
    private static let secretName = "push-secret"
    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]

    /// Reads or makes the secret of Web Push. If the secret can't be used, the daemon works without Web Push and doesn't overwrite it.
    func openWebPush(stateDirectory: String, logger: Logger) -> WebPushState {
        guard let origin = publicOrigin else { return WebPushState() }
        do throws(WidgetError) {
            let secret = try SecretFile(directory: stateDirectory, name: Self.secretName).open()
            return WebPushState(endpoints: WebPushEndpoints(secret: secret, origin: origin))
        } catch {
            logger.log(.webPushClosed, "no server can use Web Push here", metadata: ["error": "\(error)"])
            return WebPushState(failure: error)
        }
    }

    /// The gateway's origin for servers; nil: there is no gateway.
    var publicOrigin: String? {
        guard let address = listening.first(where: { !Self.loopback.contains($0.host) }) ?? listening.first else { return nil }
        let name = Self.loopback.contains(address.host) ? "localhost" : hostName.contains(".") ? hostName : hostName + ".local"
        return origin ?? "https://\(name):\(address.port)"
    }

    /// The path of the daemon's own certificate, which clients must trust; nil: the user has configured one.
    func ownCertificate(stateDirectory: String) -> String? { certificate == nil ? "\(stateDirectory)/\(Self.certificateName)" : nil }
}
