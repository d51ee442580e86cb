import Crypto

/// The body of a Web Push (RFC 8291): one record of `aes128gcm` (RFC 8188), encrypted for one subscription.
struct EncryptedMessage {
    /// RFC 8188, 2.1: salt, record size, and the length of the key's id, which is the sender's public key here.
    private static let saltBytes = 16
    private static let headerBytes = saltBytes + 4 + 1
    private static let publicKeyBytes = 65
    private static let tagBytes = 16
    /// Ends the last record's content; zeros may follow as padding (RFC 8188, 2).
    private static let lastRecord: UInt8 = 2

    private let salt: ArraySlice<UInt8>
    private let sender: P256.KeyAgreement.PublicKey
    private let ciphertext: ArraySlice<UInt8>
    private let tag: ArraySlice<UInt8>

    /// Nil where the bytes have another form, or more than one record. Web Push allows one only (RFC 8291, 4).
    init?(_ body: [UInt8]) {
        let content = Self.headerBytes + Self.publicKeyBytes
        guard body.count >= content + 1 + Self.tagBytes, body[Self.headerBytes - 1] == Self.publicKeyBytes else { return nil }
        let recordSize = body[Self.saltBytes..<Self.saltBytes + 4].reduce(0) { $0 << 8 | Int($1) }
        guard body.count - content <= recordSize else { return nil }
        guard let sender = try? P256.KeyAgreement.PublicKey(x963Representation: body[Self.headerBytes..<content]) else { return nil }
        salt = body[..<Self.saltBytes]
        self.sender = sender
        ciphertext = body[content..<body.count - Self.tagBytes]
        tag = body.suffix(Self.tagBytes)
    }

    /// The sender's text; nil where it wasn't encrypted with these keys, or was changed on the way.
    func open(with keys: WebPushKeys) -> [UInt8]? {
        guard let secret = try? keys.privateKey.sharedSecretFromKeyAgreement(with: sender) else { return nil }
        let sender = Array(sender.x963Representation)
        guard let key = ContentKey(secret, receiver: keys.publicKey, sender: sender, authentication: keys.authentication, salt: salt),
            let box = try? AES.GCM.SealedBox(nonce: key.nonce, ciphertext: ciphertext, tag: tag),
            let record = try? AES.GCM.open(box, using: key.key), let end = record.lastIndex(where: { $0 != 0 }), record[end] == Self.lastRecord
        else { return nil }
        return Array(record[record.startIndex..<end])
    }

    /// The bytes of a message that only the receiver can read, without padding.
    /// - Parameters:
    ///   - text: at most ``WebPushLimits/textBytes``.
    ///   - sender: a key for this message alone.
    ///   - salt: 16 random bytes.
    /// - Returns: nil where the receiver's key isn't a point of the curve, or where the text is too long.
    static func seal(
        _ text: [UInt8], for receiver: WebPushReceiver, from sender: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(), salt: [UInt8]
    ) -> [UInt8]? {
        let own = Array(sender.publicKey.x963Representation)
        guard text.count <= WebPushLimits.textBytes, salt.count == saltBytes,
            let point = try? P256.KeyAgreement.PublicKey(x963Representation: receiver.publicKey),
            let secret = try? sender.sharedSecretFromKeyAgreement(with: point),
            let key = ContentKey(secret, receiver: receiver.publicKey, sender: own, authentication: receiver.authentication, salt: salt[...]),
            let box = try? AES.GCM.seal(text + [lastRecord], using: key.key, nonce: key.nonce)
        else { return nil }
        let recordSize = withUnsafeBytes(of: UInt32(WebPushLimits.bodyBytes).bigEndian, Array.init)
        return salt + recordSize + [UInt8(own.count)] + own + box.ciphertext + box.tag
    }

    /// The key of one message, and its nonce (RFC 8291, 3.4).
    private struct ContentKey {
        let key: SymmetricKey
        let nonce: AES.GCM.Nonce

        init?(_ secret: SharedSecret, receiver: [UInt8], sender: [UInt8], authentication: [UInt8], salt: ArraySlice<UInt8>) {
            let context = Array("WebPush: info\0".utf8) + receiver + sender
            let material = secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: authentication, sharedInfo: context, outputByteCount: 32)
            func derive(_ info: String, _ count: Int) -> SymmetricKey {
                HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8), outputByteCount: count)
            }
            guard let nonce = try? AES.GCM.Nonce(data: derive("nonce", 12).withUnsafeBytes(Array.init)) else { return nil }
            (key, self.nonce) = (derive("aes128gcm", 16), nonce)
        }
    }
}
