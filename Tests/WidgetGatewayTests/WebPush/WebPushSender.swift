import Crypto
import WidgetCore

@testable import WidgetGateway

/// An application server: encrypts (RFC 8291) and identifies itself (RFC 8292).
struct WebPushSender {
    let key = P256.Signing.PrivateKey()

    static func encrypt(_ content: [UInt8], for keys: WebPushKeys) throws -> [UInt8] {
        let sender = P256.KeyAgreement.PrivateKey()
        let mine = Array(sender.publicKey.x963Representation)
        let secret = try sender.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: keys.publicKey))
        let material = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: keys.authentication, sharedInfo: Array("WebPush: info\0".utf8) + keys.publicKey + mine, outputByteCount: 32)
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8), outputByteCount: count)
        }
        let nonce = try AES.GCM.Nonce(data: derive("nonce", 12).withUnsafeBytes(Array.init))
        let box = try AES.GCM.seal(content + [2], using: derive("aes128gcm", 16), nonce: nonce)
        return salt + [0, 0, 0x10, 0, UInt8(mine.count)] + mine + Array(box.ciphertext) + Array(box.tag)
    }

    func identification(audience: String, expires: Int64 = 1_800_000_600) throws -> String {
        let signed =
            GatewayFixture.base64(#"{"typ":"JWT","alg":"ES256"}"#) + "."
            + GatewayFixture.base64(#"{"aud":"\#(audience)","exp":\#(expires),"sub":"mailto:me@example.org"}"#)
        let signature = GatewayFixture.base64(Array(try key.signature(for: Array(signed.utf8)).rawRepresentation))
        return "vapid t=\(signed).\(signature), k=\(GatewayFixture.base64(Array(key.publicKey.x963Representation)))"
    }
}
