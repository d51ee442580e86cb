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

    /// Nil where the bytes have another form, or are more than one record, which Web Push never has (RFC 8291, 4).
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

    /// What the sender wrote; nil where it wasn't encrypted with these keys, or was changed on the way.
    func open(with keys: WebPushKeys) -> [UInt8]? {
        guard let secret = try? keys.privateKey.sharedSecretFromKeyAgreement(with: sender) else { return nil }
        let context = Array("WebPush: info\0".utf8) + keys.publicKey + Array(sender.x963Representation)
        let material = secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: keys.authentication, sharedInfo: context, outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8), outputByteCount: count)
        }
        let nonce = derive("nonce", 12).withUnsafeBytes(Array.init)
        guard let box = try? AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag),
            let record = try? AES.GCM.open(box, using: derive("aes128gcm", 16)), let end = record.lastIndex(where: { $0 != 0 }), record[end] == Self.lastRecord
        else { return nil }
        return Array(record[record.startIndex..<end])
    }
}
