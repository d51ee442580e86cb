import Crypto
import Glibc
import SwiftASN1
package import WidgetCore

/// A certificate and its key, for clients that know this machine by a name or an address. The push gateway uses it where no other one was configured.
///
/// It is self-signed. Clients get its file as an authority to trust, and it can sign no other certificate.
package struct ServerCertificate: Sendable {
    /// In PEM.
    package let certificate: [UInt8]
    /// In PEM.
    package let privateKey: [UInt8]

    package init(certificate: [UInt8], privateKey: [UInt8]) {
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// Reads both from files. Only its owner may be able to read the key's file.
    /// - Throws: NOT_FOUND, FAILED_PRECONDITION or UNAVAILABLE, with the path.
    package static func read(certificate: String, privateKey: String) throws(WidgetError) -> ServerCertificate {
        let key = try PrivateFile(path: privateKey)
        try key.requirePrivacy()
        return ServerCertificate(certificate: Array(try PrivateFile(path: certificate).text().utf8), privateKey: Array(try key.text().utf8))
    }

    /// The certificate and the key in a directory. Missing files are created. When the names change, delete the certificate's file, so that a new one is made.
    /// - Parameters:
    ///   - names: host names, and addresses in text.
    ///   - certificateName: the file that clients are given, mode 0644.
    ///   - keyName: mode 0600.
    /// - Throws: FAILED_PRECONDITION where the files can't be used; UNAVAILABLE where they can't be read or written.
    package static func open(directory: String, certificateName: String, keyName: String, names: [String]) throws(WidgetError) -> ServerCertificate {
        let paths = (certificate: "\(directory)/\(certificateName)", key: "\(directory)/\(keyName)")
        // The key is made first. A certificate without a key is useless, but a key without a certificate gets one.
        let key = P256.Signing.PrivateKey()
        if access(paths.key, F_OK) != 0 {
            guard access(paths.certificate, F_OK) != 0 else {
                throw WidgetError(
                    .failedPrecondition, "\(paths.certificate) is there and its key \(paths.key) isn't; restore the key, or take the certificate away")
            }
            let pem = PEMDocument(type: "PRIVATE KEY", derBytes: Array(key.derRepresentation)).pemString + "\n"
            _ = try NewFile(directory: directory, name: keyName, mode: 0o600).write(pem)
        }
        let stored = try self.key(in: paths.key)
        if access(paths.certificate, F_OK) != 0 {
            let der = try SelfSignedCertificate.make(for: stored, names: names.map(name))
            _ = try NewFile(directory: directory, name: certificateName, mode: 0o644).write(PEMDocument(type: "CERTIFICATE", derBytes: der).pemString + "\n")
        }
        return try read(certificate: paths.certificate, privateKey: paths.key)
    }

    private static func key(in path: String) throws(WidgetError) -> P256.Signing.PrivateKey {
        let text = try PrivateFile(path: path).text()
        do {
            return try P256.Signing.PrivateKey(pemRepresentation: text)
        } catch {
            throw WidgetError(
                .failedPrecondition, "\(path) isn't a private key of P-256 in PEM; restore it, or take it and the certificate away", cause: "\(error)")
        }
    }

    /// A name, or an address where it is one.
    private static func name(_ text: String) -> SelfSignedCertificate.Name {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 { return .address(withUnsafeBytes(of: v4) { Array($0) }) }
        var v6 = in6_addr()
        if inet_pton(AF_INET6, text, &v6) == 1 { return .address(withUnsafeBytes(of: v6) { Array($0) }) }
        return .host(text)
    }
}
