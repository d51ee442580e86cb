internal import Crypto

/// A public key of P-256 in bytes.
public enum P256PublicKey {
    /// Whether bytes are a point of the curve, uncompressed as X9.63 has it: 65 bytes.
    public static func isValid(_ bytes: [UInt8]) -> Bool { bytes.count == 65 && (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil }
}
