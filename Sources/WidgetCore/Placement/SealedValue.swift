/// The value of a secret parameter as all devices keep it: encrypted, with a key that only the devices have which need the value.
public struct SealedValue: Sendable, Hashable {
    /// Names the key: ``keyIDBytes`` random bytes.
    public var keyID: [UInt8]
    /// The nonce, the encrypted value and its tag, by AES-256-GCM.
    public var box: [UInt8]

    public static let keyIDBytes = 16
    /// Says that a parameter is secret, where its value isn't sealed yet, or stays elsewhere. It is never kept.
    public static let unsealed = SealedValue(keyID: [], box: [])

    public init(keyID: [UInt8], box: [UInt8]) {
        self.keyID = keyID
        self.box = box
    }
}
