import ArgumentParser
import WidgetCore
import WidgetDaemon
import WidgetGateway

/// Where servers reach the push gateway.
struct PushOptions: ParsableArguments {
    @Option(
        help: """
            Where to take pushes from servers that speak APNs: address:port or [IPv6]:port, as 127.0.0.1:2197. May be repeated. Without it there is no \
            gateway.
            """)
    var pushListen: [String] = []

    @Option(
        help: "Where servers reach this gateway, for Web Push's endpoints: https://name or https://name:port. Without it: the machine's name, or localhost.")
    var pushOrigin: String?

    @Option(help: "Where servers manage broadcast channels: address:port. May be repeated.")
    var pushManage: [String] = []

    @Option(
        help: """
            A certificate's chain in PEM for pushes, with --push-private-key. Without it one of this machine's own is made in the state directory, \
            \(PushConfiguration.certificateName), which servers are given as the authority to trust.
            """)
    var pushCertificate: String?

    @Option(help: "The certificate's private key in PEM, without a password, that nobody else may read.")
    var pushPrivateKey: String?

    /// - Throws: `WidgetError` with INVALID_ARGUMENT that names the option.
    func configuration() throws -> PushConfiguration {
        guard (pushCertificate == nil) == (pushPrivateKey == nil) else {
            throw WidgetError(.invalidArgument, "--push-certificate and --push-private-key go together; give both or neither")
        }
        if let pushOrigin, !pushOrigin.hasPrefix("https://") || pushOrigin.dropFirst("https://".count).contains("/") {
            throw WidgetError(.invalidArgument, "--push-origin: write https://name or https://name:port, without a path")
        }
        var certificate: (chain: String, privateKey: String)?
        if let chain = pushCertificate, let key = pushPrivateKey { certificate = (AbsolutePath.of(chain), AbsolutePath.of(key)) }
        return PushConfiguration(
            listening: try pushListen.map { try GatewayAddress($0, option: "--push-listen") },
            managing: try pushManage.map { try GatewayAddress($0, option: "--push-manage") }, certificate: certificate, hostName: HostName.current,
            origin: pushOrigin)
    }
}
