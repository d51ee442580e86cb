import DaemonCore
import Logging
import NIOPosix
import Systemd
import WidgetAPI
import WidgetCore
import WidgetGateway
import WidgetPeers
import WidgetSettings

/// The daemon's push gateway. It has an event loop of its own, so that TLS and signatures of remote servers don't delay local clients. If it can't be opened,
/// the daemon works without it.
actor PushGatewaySupervisor: SettingsFollower {
    nonisolated let keys: [ConfigurationKey] = [.pushListen, .pushManage, .pushOrigin, .pushCertificate, .pushPrivateKey]
    /// Where servers reach the gateway.
    nonisolated let addresses: PushAddresses
    private var configuration: PushConfiguration
    private let stateDirectory: String
    private let port: any PushPort
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// Openings and changes, one after another.
    private let changes = SerialTaskQueue()
    /// Nil until there is something to listen for.
    private var group: MultiThreadedEventLoopGroup?
    private var gateway: PushGateway?
    /// The reason why there is no gateway.
    private var failure: WidgetError?
    /// The reason why the certificate that was read last isn't used.
    private var certificateFailure: WidgetError?
    private var isClosed = false

    init(
        configuration: PushConfiguration, stateDirectory: String, port: any PushPort, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.configuration = configuration
        self.stateDirectory = stateDirectory
        self.port = port
        self.now = now
        self.logger = logger
        addresses = PushAddresses(configuration, stateDirectory: stateDirectory, logger: logger)
    }

    func open() async {
        do {
            try await changes.run { try await self.openOnce() }
        } catch {
            logger.log(.pushGatewayClosed, "servers can't push to this daemon", metadata: ["error": "\(error)"])
        }
    }

    private func openOnce() async throws(WidgetError) {
        guard configuration.isOn, gateway == nil, !isClosed else { return }
        do throws(WidgetError) {
            let certificate = try configuration.openCertificate(stateDirectory: stateDirectory)
            let loops = group ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
            group = loops
            let opened = try await PushGateway.start(
                GatewayConfiguration(
                    listening: configuration.listening, managing: configuration.managing, certificate: certificate.certificate,
                    privateKey: certificate.privateKey, webPushSecret: addresses.webPush.endpoints?.secret, now: now),
                port: port, group: loops, logger: logger)
            (gateway, failure) = (opened, nil)
            tellAddresses(opened)
        } catch {
            failure = error
            throw error
        }
    }

    private func tellAddresses(_ gateway: PushGateway) {
        logger.notice("taking pushes", metadata: ["addresses": "\(gateway.addresses)", "management": "\(gateway.managementAddresses)"])
    }

    /// Reads the certificate again, for later connections. If the gateway couldn't be opened, it is tried again.
    func reload() async {
        await open()
        do {
            try await changes.run { try await self.readCertificate() }
        } catch {
            logger.log(
                .pushCertificateRefused, "the push certificate that was read anew can't be used; the one before stays", metadata: ["error": "\(error)"])
        }
    }

    private func readCertificate() throws(WidgetError) {
        guard let gateway else { return }
        do throws(WidgetError) {
            let certificate = try configuration.openCertificate(stateDirectory: stateDirectory)
            try gateway.replaceCertificate(certificate.certificate, privateKey: certificate.privateKey)
            certificateFailure = nil
        } catch {
            certificateFailure = error
            throw error
        }
    }

    func close() async {
        isClosed = true
        // An opening that is under way ends first. This piece throws nothing.
        try? await changes.run { await self.end() }
        do {
            try await group?.shutdownGracefully()
        } catch {
            logger.error("the push gateway's thread didn't end", metadata: ["error": "\(error)"])
        }
    }

    private func end() async {
        await gateway?.stop()
        gateway = nil
    }

    // MARK: Settings

    func follow(_ settings: ConfigurationSettings) async throws {
        let wanted = try PushConfiguration(settings)
        guard wanted != configuration else { return }
        try await changes.run { try await self.change(to: wanted) }
    }

    private func change(to wanted: PushConfiguration) async throws(WidgetError) {
        guard !isClosed else { return }
        let before = configuration
        use(wanted)
        do throws(WidgetError) {
            if !wanted.isOn {
                await end()
                failure = nil
            } else if gateway != nil, wanted.listening.isEmpty == before.listening.isEmpty {
                try await changeOpen(from: before)
            } else {
                // A gateway that only manages channels knows nothing of Web Push.
                await end()
                try await openOnce()
            }
        } catch {
            use(before)
            // The one before is opened again, if there was one. The caller has an error already.
            try? await openOnce()
            throw error
        }
    }

    private func use(_ configuration: PushConfiguration) {
        self.configuration = configuration
        addresses.set(configuration)
    }

    /// The certificate is changed first, since the addresses can't be checked without opening them.
    private func changeOpen(from before: PushConfiguration) async throws(WidgetError) {
        guard let open = gateway else { return }
        try readCertificate()
        let (changed, failure) = await open.changed(listening: configuration.listening, managing: configuration.managing)
        gateway = changed
        guard let failure else { return tellAddresses(changed) }
        if let certificate = try? before.openCertificate(stateDirectory: stateDirectory) {
            try changed.replaceCertificate(certificate.certificate, privateKey: certificate.privateKey)
        }
        throw failure
    }

    // MARK: Status

    /// The gateway's counts; nil: it isn't open.
    var counts: PushGateway.Status? { gateway?.status }

    /// Nil: the settings want no gateway.
    /// - Parameter keys: the number of push keys.
    func status(keys: Int) -> ProtoPushGatewayStatus? {
        guard configuration.isOn else { return nil }
        var status = ProtoPushGatewayStatus()
        status.keys = UInt32(clamping: keys)
        status.error = failure?.message ?? ""
        status.webPushError = addresses.webPush.failure?.message ?? ""
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
