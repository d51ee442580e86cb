internal import Crypto

/// A public key by which a team's provider tokens (JWT, ES256) are checked.
public struct PushKey: Sendable, Hashable {
    /// `iss` of its tokens: at most ``PushLimits/identifierBytes``.
    public var team: String
    /// `kid` of its tokens: at most ``PushLimits/identifierBytes``.
    public var id: String
    /// P-256, uncompressed (X9.63): 65 bytes.
    public var publicKey: [UInt8]
    public var addedAt: Timestamp
    /// The apps (providers' ids) that it may push to; empty: all. Another is refused as `Forbidden` (403).
    public var apps: Set<String>

    public init(team: String, id: String, publicKey: [UInt8], addedAt: Timestamp, apps: Set<String> = []) {
        self.team = team
        self.id = id
        self.publicKey = publicKey
        self.addedAt = addedAt
        self.apps = apps
    }
}

/// A broadcast channel of an app.
public struct PushChannel: Sendable, Hashable {
    /// 16 random bytes, in Base64 on the wire.
    public var id: [UInt8]
    public var app: String
    /// The newest message is kept for activities that listen later (`message-storage-policy` 1).
    public var storesMessages: Bool

    public init(id: [UInt8], app: String, storesMessages: Bool) {
        self.id = id
        self.app = app
        self.storesMessages = storesMessages
    }
}

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
        guard bytes.count <= PushLimits.keyFileBytes, let file = String(validating: bytes, as: UTF8.self), let (label, text) = Self.block(file) else {
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
                throw WidgetError.invalid("file", "\(name) is \(Self.words(label)); \(Self.advice(label))")
            }
        } catch let error as WidgetError {
            throw error
        } catch {
            throw .invalid("file", "\(name) has \(Self.words(label)) that isn't one of P-256, which ES256 needs, or is damaged")
        }
    }

    /// The first block of PEM that may be a key, and its label. Text around it, and OpenSSL's block with the curve's name, are left out.
    private static func block(_ file: String) -> (label: String, text: String)? {
        var lines = file.split(whereSeparator: \.isNewline)[...]
        while let start = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") && $0.hasSuffix("-----") }) {
            let label = lines[start].dropFirst(11).dropLast(5)
            let end = lines[start...].firstIndex { $0 == "-----END \(label)-----" } ?? lines.endIndex - 1
            if label != "EC PARAMETERS" { return (String(label), lines[start...end].joined(separator: "\n")) }
            lines = lines[(end + 1)...]
        }
        return nil
    }

    /// `EC PRIVATE KEY` as people write it: names of algorithms keep their capitals.
    private static func words(_ label: String) -> String {
        let words = label.split(separator: " ").map { ["EC", "RSA", "DSA", "DH"].contains($0) ? String($0) : $0.lowercased() }
        // As it is said: an EC key, an RSA key, a DSA key.
        let isAn = "AEIO".contains(label.first ?? " ") || words.first == "RSA"
        return "\(isAn ? "an" : "a") \(words.joined(separator: " "))"
    }

    private static func advice(_ label: String) -> String {
        switch label {
        case "ENCRYPTED PRIVATE KEY": "take its public half: openssl pkey -in FILE -pubout"
        case "CERTIFICATE": "take its key: openssl x509 -in FILE -noout -pubkey"
        default: "a public key of P-256 is needed: openssl ec -in FILE -pubout"
        }
    }
}

/// A public key of P-256 in bytes.
public enum P256PublicKey {
    /// Whether bytes are a point of the curve, uncompressed as X9.63 has it: 65 bytes.
    public static func isValid(_ bytes: [UInt8]) -> Bool { bytes.count == 65 && (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil }
}
