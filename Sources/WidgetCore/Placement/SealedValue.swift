/// The value of a secret parameter as all devices keep it: encrypted, with a key that only the devices have which need the value.
public struct SealedValue: Sendable, Hashable {
    /// Names the key: ``keyIDBytes`` random bytes.
    public var keyID: [UInt8]
    /// The nonce, the encrypted value and its tag, by AES-256-GCM.
    public var box: [UInt8]

    public static let keyIDBytes = 16

    public init(keyID: [UInt8], box: [UInt8]) {
        self.keyID = keyID
        self.box = box
    }
}
