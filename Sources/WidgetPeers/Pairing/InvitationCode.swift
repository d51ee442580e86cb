public import WidgetCore

/// What one device tells another so that the two can pair: where it is, who it is, and the secret of its invitation.
///
/// As text: groups of six letters and digits (base32 of RFC 4648) with a check digit each, so that a typing error is found in its group, and a digest over all.
/// It can be typed, pasted, or shown as a QR code (the alphabet is that of QR's alphanumeric mode).
///
/// As bytes: the version, the device's id, the secret, the expiry in minutes since 1970 (32 bits, most significant first), the number of addresses and the
/// addresses; then four bytes of the SHA-256 of all that.
public struct InvitationCode: Sendable, Hashable {
    /// The version of the form that this program writes and reads.
    public static let version: UInt8 = 1

    /// Who invites: the SHA-256 of its certificate.
    public var device: DeviceID
    /// ``PairingLimits/secretBytes`` bytes.
    public var secret: [UInt8]
    /// When the invitation ends, to the minute after.
    public var expires: Timestamp
    /// Where the inviting device can be reached, most likely first: 1 to ``PairingLimits/addresses``.
    public var addresses: [PeerAddress]

    /// - Throws: INVALID_ARGUMENT where there is no address or too many, or a secret of another length.
    public init(device: DeviceID, secret: [UInt8], expires: Timestamp, addresses: [PeerAddress]) throws(WidgetError) {
        guard secret.count == PairingLimits.secretBytes else { throw .invalid("secret", "it has \(PairingLimits.secretBytes) bytes, not \(secret.count)") }
        guard (1...PairingLimits.addresses).contains(addresses.count) else {
            throw .invalid("addresses", "an invitation names 1 to \(PairingLimits.addresses) addresses, not \(addresses.count)")
        }
        for address in addresses where address.description.utf8.count > PairingLimits.addressBytes {
            throw .invalid("addresses", "an address has at most \(PairingLimits.addressBytes) bytes")
        }
        self.device = device
        self.secret = secret
        self.addresses = addresses
        self.expires = expires
    }
}
