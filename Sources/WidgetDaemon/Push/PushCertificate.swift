import WidgetCore
import WidgetPeers

extension PushConfiguration {
    /// The authority that clients are given to trust, a file in the state directory.
    package static let certificateName = "push-certificate.pem"
    package static let keyName = "push-key.pem"

    /// The certificate that was given, or the one in the state directory, which is made where it isn't there: for `localhost`, the host's name with and without
    /// `.local`, and the machine's addresses.
    func openCertificate(stateDirectory: String) throws(WidgetError) -> ServerCertificate {
        if let certificate { return try .read(certificate: certificate.chain, privateKey: certificate.privateKey) }
        var names = ["localhost"]
        // A host without a name has none that servers could use.
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
