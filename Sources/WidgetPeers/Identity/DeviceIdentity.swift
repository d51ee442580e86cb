public import Crypto
import Glibc
import SwiftASN1
public import WidgetCore

/// This machine's identity as a device: a private key and its certificate.
///
/// The certificate is self-signed. Only the key's holder can use it, and peers pin its SHA-256. No authority is asked, and only the key in it matters.
public struct DeviceIdentity: Sendable {
    /// SHA-256 of ``certificate``.
    public let id: DeviceID
    /// The certificate, in DER.
    public let certificate: [UInt8]
    /// The private key, on P-256, which every TLS stack supports.
    public let privateKey: P256.Signing.PrivateKey

    /// Makes a new device.
    /// - Throws: INTERNAL where the certificate can't be made.
    public static func make() throws(WidgetError) -> DeviceIdentity {
        let key = P256.Signing.PrivateKey()
        return try DeviceIdentity(privateKey: key, certificate: try SelfSignedCertificate.make(for: key))
    }

    /// - Throws: FAILED_PRECONDITION where the certificate isn't for this key.
    init(privateKey: P256.Signing.PrivateKey, certificate: [UInt8]) throws(WidgetError) {
        guard SelfSignedCertificate.publicKey(of: certificate) == Array(privateKey.publicKey.derRepresentation) else {
            throw WidgetError(.failedPrecondition, "the device's certificate isn't one of its private key")
        }
        id = DeviceID(certificate: certificate)
        self.certificate = certificate
        self.privateKey = privateKey
    }
}

extension DeviceIdentity {
    private static let keyType = "PRIVATE KEY"
    private static let certificateType = "CERTIFICATE"

    /// The private key (PKCS #8), then the certificate. Most TLS programs read both from one file in this form.
    var pem: String {
        let key = PEMDocument(type: Self.keyType, derBytes: Array(privateKey.derRepresentation))
        return key.pemString + "\n" + PEMDocument(type: Self.certificateType, derBytes: certificate).pemString + "\n"
    }

    /// Reads the text of ``pem``, or a file of openssl: one P-256 private key, in PKCS #8 or SEC 1, and one certificate for it, in either order.
    /// - Parameter source: the source that errors name.
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

extension DeviceIdentity {
    /// systemd's credentials (`LoadCredential=`, `LoadCredentialEncrypted=`), both in PEM.
    static let keyCredential = "widgetd-key"
    static let certificateCredential = "widgetd-certificate"

    /// This machine's device. It is in systemd's credentials `widgetd-key` and `widgetd-certificate` where the service has them, else in `device.pem` in the
    /// state directory. A missing `device.pem` is created.
    ///
    /// - Parameters:
    ///   - stateDirectory: an existing directory that can be written.
    ///   - environment: the environment, of which `CREDENTIALS_DIRECTORY` is read.
    /// - Throws: FAILED_PRECONDITION where the credentials or the file can't be used, with advice; UNAVAILABLE where they can't be read or written.
    public static func open(stateDirectory: String, environment: [String: String]) throws(WidgetError) -> DeviceIdentity {
        if let directory = environment["CREDENTIALS_DIRECTORY"], let identity = try credentials(in: directory) { return identity }
        return try IdentityFile(directory: stateDirectory).open()
    }

    /// - Returns: nil where neither credential exists.
    private static func credentials(in directory: String) throws(WidgetError) -> DeviceIdentity? {
        let paths = [keyCredential, certificateCredential].map { "\(directory)/\($0)" }
        var texts: [String] = []
        for path in paths {
            do throws(WidgetError) {
                texts.append(try PrivateFile(path: path).text())
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        if texts.isEmpty { return nil }
        // With only one of them this machine must not silently become another device.
        guard texts.count == paths.count else {
            let names = "\(keyCredential) and \(certificateCredential)"
            throw WidgetError(.failedPrecondition, "of the credentials \(names) only one is in \(directory); give the service both")
        }
        return try DeviceIdentity(pem: texts.joined(separator: "\n"), source: "the credentials in \(directory)")
    }
}

/// The file with the device's private key and certificate: `device.pem` in the state directory.
///
/// Both are in one file, so that no moment and no restored backup has only one of them. A crash while it is made leaves a temporary file that nobody reads. The
/// device exists once the file has its name, and its id isn't used before that.
private struct IdentityFile {
    package static let name = "device.pem"
    private let directory: String
    private var path: String { "\(directory)/\(Self.name)" }

    package init(directory: String) { self.directory = directory }

    /// The device of this file, which is made where there is none.
    /// - Throws: FAILED_PRECONDITION where the file is damaged or others may read it; UNAVAILABLE where it can't be read or written.
    package func open() throws(WidgetError) -> DeviceIdentity {
        if let identity = try read() {
            NewFile(directory: directory, name: Self.name, mode: 0o600).removeRest()
            return identity
        }
        let identity = try DeviceIdentity.make()
        if try NewFile(directory: directory, name: Self.name, mode: 0o600).write(identity.pem) { return identity }
        guard let other = try read() else { throw WidgetError(.unavailable, "\(path) came and went while it was made; start again") }
        return other
    }

    /// - Returns: nil where there is no file.
    package func read() throws(WidgetError) -> DeviceIdentity? {
        let file: PrivateFile
        do {
            file = try PrivateFile(path: path)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        try file.requirePrivacy()
        return try DeviceIdentity(pem: try file.text(), source: path)
    }
}
