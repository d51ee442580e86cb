import Logging
import NIOPosix
import ServiceLifecycle
import WidgetCore
import WidgetGateway

/// Takes pushes until the daemon is told to stop, on an event loop of its own: TLS and signatures of strangers cost local clients nothing. A door that can't be opened is no reason to have no widgets.
struct PushGatewayService: Service {
    let configuration: PushConfiguration
    let stateDirectory: String
    let webPushSecret: [UInt8]?
    let port: any PushPort
    let now: @Sendable () -> Timestamp
    let logger: Logger

    func run() async {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do throws(WidgetError) {
            let certificate = try configuration.openCertificate(stateDirectory: stateDirectory)
            let gateway = try await PushGateway.start(
                GatewayConfiguration(
                    listening: configuration.listening, managing: configuration.managing, certificate: certificate.certificate,
                    privateKey: certificate.privateKey,
                    webPushSecret: webPushSecret, now: now),
                port: port, group: group, logger: logger)
            logger.notice("taking pushes", metadata: ["addresses": "\(gateway.addresses)", "management": "\(gateway.managementAddresses)"])
            // It only ends by cancellation, which means the same: stop.
            try? await gracefulShutdown()
            await gateway.stop()
        } catch {
            logger.error("servers can't push to this daemon", metadata: ["error": "\(error)"])
            try? await gracefulShutdown()
        }
        do {
            try await group.shutdownGracefully()
        } catch {
            logger.error("the push gateway's thread didn't end", metadata: ["error": "\(error)"])
        }
    }
}
