import Logging
import NIOPosix
import Systemd
import WidgetAPI
import WidgetCore
import WidgetGateway
import WidgetPeers

/// The daemon's push gateway. It has an event loop of its own, so that TLS and signatures of remote servers don't delay local clients. If it can't be opened,
/// the daemon works without it.
actor PushGatewaySupervisor {
    private let configuration: PushConfiguration
    private let stateDirectory: String
    private let webPush: WebPushState
    private let port: any PushPort
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private var gateway: PushGateway?
    /// The reason why there is no gateway.
    private var failure: WidgetError?
    /// The reason why the certificate that was read last isn't used.
    private var certificateFailure: WidgetError?
    private var isOpening = false
    /// Whether the certificate may have changed since it was read for the gateway that is being opened.
    private var isOutdated = false
    private var isClosed = false

    init(
        configuration: PushConfiguration, stateDirectory: String, webPush: WebPushState, port: any PushPort, now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.configuration = configuration
        self.stateDirectory = stateDirectory
        self.webPush = webPush
        self.port = port
        self.now = now
        self.logger = logger
    }

    func open() async {
        guard gateway == nil, !isOpening, !isClosed else { return }
        isOpening = true
        await openOnce()
        isOpening = false
        guard isOutdated else { return }
        isOutdated = false
        await reload()
    }

    private func openOnce() async {
        do throws(WidgetError) {
            let certificate = try configuration.openCertificate(stateDirectory: stateDirectory)
            let opened = try await PushGateway.start(
                GatewayConfiguration(
                    listening: configuration.listening, managing: configuration.managing, certificate: certificate.certificate,
                    privateKey: certificate.privateKey, webPushSecret: webPush.endpoints?.secret, now: now),
                port: port, group: group, logger: logger)
            guard !isClosed else { return await opened.stop() }
            (gateway, failure) = (opened, nil)
            logger.notice("taking pushes", metadata: ["addresses": "\(opened.addresses)", "management": "\(opened.managementAddresses)"])
        } catch {
            failure = error
            logger.log(.pushGatewayClosed, "servers can't push to this daemon", metadata: ["error": "\(error)"])
        }
    }

    /// Reads the certificate again, for later connections. If the gateway couldn't be opened, it is tried again.
    func reload() async {
        guard !isOpening else { return isOutdated = true }
        guard let gateway else { return await open() }
        do throws(WidgetError) {
            let certificate = try configuration.openCertificate(stateDirectory: stateDirectory)
            try gateway.replaceCertificate(certificate.certificate, privateKey: certificate.privateKey)
            certificateFailure = nil
        } catch {
            certificateFailure = error
            logger.log(
                .pushCertificateRefused, "the push certificate that was read anew can't be used; the one before stays", metadata: ["error": "\(error)"])
        }
    }

    func close() async {
        isClosed = true
        await gateway?.stop()
        gateway = nil
        do {
            try await group.shutdownGracefully()
        } catch {
            logger.error("the push gateway's thread didn't end", metadata: ["error": "\(error)"])
        }
    }

    /// The gateway's counts; nil: it isn't open.
    var counts: PushGateway.Status? { gateway?.status }

    /// - Parameter keys: the number of push keys.
    func status(keys: Int) -> ProtoPushGatewayStatus {
        var status = ProtoPushGatewayStatus()
        status.keys = UInt32(clamping: keys)
        status.error = failure?.message ?? ""
        status.webPushError = webPush.failure?.message ?? ""
        guard let gateway else { return status }
        status.listening = gateway.addresses.map(\.description)
        status.managing = gateway.managementAddresses.map(\.description)
        let now = gateway.status
        status.certificateEnds = .init(now.certificateEnds)
        status.certificateError = certificateFailure?.message ?? ""
        status.connections = UInt32(clamping: now.connections)
        (status.taken, status.refused) = (now.taken, now.refused)
        return status
    }
}

extension PushConfiguration {
    /// The certificate that clients must trust, a file in the state directory.
    package static let certificateName = "push-certificate.pem"
    package static let keyName = "push-key.pem"

    /// The configured certificate, or the daemon's own in the state directory. The latter is made if it doesn't exist: for `localhost`, the host's name with
    /// and without `.local`, and the machine's addresses.
    func openCertificate(stateDirectory: String) throws(WidgetError) -> ServerCertificate {
        if let certificate { return try .read(certificate: certificate.chain, privateKey: certificate.privateKey) }
        var names = ["localhost"]
        // A host name with other characters can't be in a certificate.
        if hostName.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            names.append(hostName)
            if !hostName.contains(".") { names.append(hostName + ".local") }
        }
        var seen: Set<String> = []
        return try .open(
            directory: stateDirectory, certificateName: Self.certificateName, keyName: Self.keyName,
            names: (names + ["127.0.0.1", "::1"] + MachineAddresses.all(withIPv6: true)).filter { seen.insert($0).inserted })
    }
}
