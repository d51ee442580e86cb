internal import Crypto

/// The file that has a key of push senders: a public key of P-256, or the private key that Apple gives (`AuthKey_….p8`), both in PEM.
public struct PushKeyFile: Sendable, Hashable {
    /// Uncompressed (X9.63): 65 bytes.
    public var publicKey: [UInt8]
    /// It had the private half too, of which nothing is kept.
    public var hadPrivateKey: Bool

    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: for errors.
    /// - Throws: INVALID_ARGUMENT that says what the file is instead, and how to get what is needed.
    public init(_ bytes: [UInt8], name: String) throws(WidgetError) {
        guard bytes.count <= PushLimits.keyFileBytes, let text = String(validating: bytes, as: UTF8.self), let label = Self.label(text) else {
            throw .invalid("file", "\(name) has no PEM in it; it must have a line '-----BEGIN PUBLIC KEY-----' or '-----BEGIN PRIVATE KEY-----'")
        }
        do {
            switch label {
            case "PUBLIC KEY":
                publicKey = Array(try P256.Signing.PublicKey(pemRepresentation: text).x963Representation)
                hadPrivateKey = false
            case "PRIVATE KEY", "EC PRIVATE KEY":
                publicKey = Array(try P256.Signing.PrivateKey(pemRepresentation: text).publicKey.x963Representation)
                hadPrivateKey = true
            default:
                throw WidgetError.invalid("file", "\(name) is a \(label.lowercased()); \(Self.advice(label))")
            }
        } catch let error as WidgetError {
            throw error
        } catch {
            throw .invalid("file", "\(name) has a \(label.lowercased()) that isn't one of P-256, which ES256 needs, or is damaged")
        }
    }

    /// What the first PEM block says it is.
    private static func label(_ text: String) -> String? {
        guard let line = text.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("-----BEGIN ") }), line.hasSuffix("-----") else { return nil }
        return String(line.dropFirst(11).dropLast(5))
    }

    private static func advice(_ label: String) -> String {
        switch label {
        case "ENCRYPTED PRIVATE KEY": "take its public half: openssl pkey -in FILE -pubout"
        case "CERTIFICATE": "take its key: openssl x509 -in FILE -noout -pubkey"
        default: "a public key of P-256 is needed: openssl ec -in FILE -pubout"
        }
    }
}
