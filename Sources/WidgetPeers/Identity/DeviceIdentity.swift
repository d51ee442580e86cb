public import Crypto
public import WidgetCore

/// What makes this machine a device: a private key and the certificate that goes with it.
///
/// The certificate is signed by its own key. Nobody but the key's holder can use it, and peers know it by its SHA-256: no authority is asked, and nothing in it
/// but the key means anything.
public struct DeviceIdentity: Sendable {
    /// SHA-256 of ``certificate``.
    public let id: DeviceID
    /// The certificate, in DER.
    public let certificate: [UInt8]
    /// The private key, of P-256: what every TLS stack takes.
    public let privateKey: P256.Signing.PrivateKey

    /// A device that never was.
    /// - Throws: INTERNAL where the certificate can't be made.
    public static func make() throws(WidgetError) -> DeviceIdentity {
        let key = P256.Signing.PrivateKey()
        return try DeviceIdentity(privateKey: key, certificate: try SelfSignedCertificate.make(for: key))
    }

    /// - Throws: FAILED_PRECONDITION where the certificate isn't one of this key.
    init(privateKey: P256.Signing.PrivateKey, certificate: [UInt8]) throws(WidgetError) {
        guard SelfSignedCertificate.publicKey(of: certificate) == Array(privateKey.publicKey.derRepresentation) else {
            throw WidgetError(.failedPrecondition, "the device's certificate isn't one of its private key")
        }
        id = DeviceID(certificate: certificate)
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
