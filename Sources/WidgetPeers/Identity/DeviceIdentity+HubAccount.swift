import Crypto
import FoundationEssentials
public import WidgetCore

/// The password of a hub's account follows from its private key. No other device ever has it, and a hub that joins once more has the same.
extension DeviceIdentity {
    private static let purpose = Data("widgetd PostgreSQL account".utf8)
    private static let saltBytes = 16

    /// This device's account on an engine, with its password.
    public var hubAccount: HubAccount { HubAccount(of: id, password: password) }

    private var password: String {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: privateKey.rawRepresentation), info: Self.purpose, outputByteCount: SHA256.byteCount)
        let text = key.withUnsafeBytes { Data($0) }.base64EncodedString()
        return text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The server keeps this instead of the password: SCRAM-SHA-256 (RFC 5802), as PostgreSQL writes it. Nobody can connect with it.
    public var hubVerifier: String {
        let key = SymmetricKey(data: Data(password.utf8))
        let salt = Data(id.bytes.prefix(Self.saltBytes))
        // PBKDF2 (RFC 8018) for one block.
        var block = Data(HMAC<SHA256>.authenticationCode(for: salt + [0, 0, 0, 1], using: key))
        var salted = Array(block)
        for _ in 1..<HubAccount.iterations {
            block = Data(HMAC<SHA256>.authenticationCode(for: block, using: key))
            for (index, byte) in block.enumerated() { salted[index] ^= byte }
        }
        func derived(_ text: String) -> Data { Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: salted))) }
        let stored = Data(SHA256.hash(data: derived("Client Key")))
        let server = derived("Server Key")
        return "SCRAM-SHA-256$\(HubAccount.iterations):\(salt.base64EncodedString())$\(stored.base64EncodedString()):\(server.base64EncodedString())"
    }
}
