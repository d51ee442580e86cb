import Crypto
import FoundationEssentials
public import WidgetCore
public import WidgetReplication

/// Keys of secrets are wrapped by HPKE (RFC 9180) for the public key of a device's certificate.
///
/// The key signs TLS's handshakes, too. For P-256 that is sound: see "On the Joint Security of Encryption and Signature in EMV" (Degabriele and others, 2012).
extension DeviceIdentity: DeviceKeys {
    private static let suite = HPKE.Ciphersuite.P256_SHA256_AES_GCM_256
    private static let purpose = Data("widgetd secret parameter".utf8)
    /// Bytes of an uncompressed point of P-256, which comes first.
    private static let encapsulatedKeyBytes = 65

    public func wrap(_ key: [UInt8], for device: DeviceID, _ certificate: [UInt8]) -> [UInt8]? {
        guard DeviceID(certificate: certificate) == device, let text = SelfSignedCertificate.publicKey(of: certificate),
            let publicKey = try? P256.KeyAgreement.PublicKey(derRepresentation: text),
            var sender = try? HPKE.Sender(recipientKey: publicKey, ciphersuite: Self.suite, info: Self.purpose), let sealed = try? sender.seal(key)
        else { return nil }
        return Array(sender.encapsulatedKey) + Array(sealed)
    }

    public func unwrap(_ wrapped: [UInt8]) -> [UInt8]? {
        guard wrapped.count > Self.encapsulatedKeyBytes,
            let own = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey.rawRepresentation),
            var recipient = try? HPKE.Recipient(
                privateKey: own, ciphersuite: Self.suite, info: Self.purpose, encapsulatedKey: Data(wrapped.prefix(Self.encapsulatedKeyBytes))),
            let key = try? recipient.open(wrapped.dropFirst(Self.encapsulatedKeyBytes))
        else { return nil }
        return Array(key)
    }
}
