import Crypto
public import WidgetCore

/// Encrypts the values of secret parameters.
///
/// Each value has a key of its own. The key goes, wrapped, to each device that needs the value. So a value can be given to one more device later without a
/// change of the widget, which might win over somebody's edit.
public enum SecretBox {
    /// - Parameter name: the parameter's name. The value can't be read under another one.
    /// - Returns: the sealed value, and its key.
    /// - Throws: the library's error; it has none for keys of 256 bits.
    public static func seal(_ value: [UInt8], name: String) throws -> (sealed: SealedValue, key: [UInt8]) {
        let key = SymmetricKey(size: .bits256)
        let keyID = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        let box = try AES.GCM.seal(value, using: key, authenticating: context(keyID, name))
        return (SealedValue(keyID: keyID, box: Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)), key.withUnsafeBytes { Array($0) })
    }

    /// Nil where the key isn't the value's, or something was changed.
    public static func open(_ sealed: SealedValue, name: String, key: [UInt8]) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed.box) else { return nil }
        return (try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: context(sealed.keyID, name))).map { Array($0) }
    }

    private static func context(_ keyID: [UInt8], _ name: String) -> [UInt8] { keyID + Array(name.utf8) }
}

/// A device's own key, and those of others, for keys of secrets.
public protocol DeviceKeys: Sendable {
    /// This device's certificate, in DER. Others wrap keys for it.
    var certificate: [UInt8] { get }

    /// Wraps a key of a secret, so that only `device` can unwrap it. Nil where the certificate isn't the device's.
    func wrap(_ key: [UInt8], for device: DeviceID, _ certificate: [UInt8]) -> [UInt8]?

    /// Unwraps what was wrapped for this device. Nil for anything else.
    func unwrap(_ wrapped: [UInt8]) -> [UInt8]?
}
