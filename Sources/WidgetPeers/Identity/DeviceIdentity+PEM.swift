import Crypto
import SwiftASN1
import WidgetCore

extension DeviceIdentity {
    private static let keyType = "PRIVATE KEY"
    private static let certificateType = "CERTIFICATE"

    /// The private key (PKCS #8), then the certificate, as most TLS programs take both in one file.
    var pem: String {
        let key = PEMDocument(type: Self.keyType, derBytes: Array(privateKey.derRepresentation))
        return key.pemString + "\n" + PEMDocument(type: Self.certificateType, derBytes: certificate).pemString + "\n"
    }

    /// Reads what ``pem`` wrote, or openssl: one private key of P-256, in PKCS #8 or SEC 1, and one certificate of it, in either order.
    /// - Parameter source: what errors name.
    /// - Throws: FAILED_PRECONDITION.
    init(pem: String, source: String) throws(WidgetError) {
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: pem)
        } catch {
            throw WidgetError(.failedPrecondition, "\(source) isn't in PEM; restore it from a backup", cause: "\(error)")
        }
        let keys = documents.filter { $0.discriminator.hasSuffix(Self.keyType) }
        let certificates = documents.filter { $0.discriminator == Self.certificateType }
        guard keys.count == 1, certificates.count == 1 else {
            let found = "\(keys.count) private keys and \(certificates.count) certificates"
            throw WidgetError(.failedPrecondition, "\(source) must have one private key and one certificate, not \(found); restore it from a backup")
        }
        let key: P256.Signing.PrivateKey
        do {
            key = try P256.Signing.PrivateKey(pemRepresentation: keys[0].pemString)
        } catch {
            throw WidgetError(.failedPrecondition, "\(source): the private key isn't one of P-256 without a password", cause: "\(error)")
        }
        do {
            try self.init(privateKey: key, certificate: certificates[0].derBytes)
        } catch {
            throw WidgetError(error.code, "\(source): \(error.message); restore both from one backup")
        }
    }
}
