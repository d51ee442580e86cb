import Crypto
public import WidgetCore

/// The text by which two devices pair: the inviter's addresses, its id, and the secret of its invitation.
///
/// As text: groups of six letters and digits (base32 of RFC 4648) with a check digit each, so that a typing error is found in its group, and a digest over all.
/// It can be typed, pasted, or shown as a QR code, because its alphabet is that of QR's alphanumeric mode.
///
/// As bytes: the version, the device's id, the secret, the expiry in minutes since 1970 (32 bits, most significant first), the number of addresses and the
/// addresses. Four bytes of the SHA-256 of all that follow.
public struct InvitationCode: Sendable, Hashable {
    /// The version of the format that this program writes and reads.
    public static let version: UInt8 = 1

    /// The inviting device: the SHA-256 of its certificate.
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

extension InvitationCode: CustomStringConvertible {
    /// Symbols before each check digit.
    private static let run = 6

    /// `ABCDEFG-HIJKLMN-…`
    public var description: String {
        let symbols = Base32.encode(bytes)
        let groups = stride(from: 0, to: symbols.count, by: Self.run).map { start in
            let part = symbols[start..<min(start + Self.run, symbols.count)]
            return String(decoding: (part + [Base32.checkDigit(part)]).map { Base32.alphabet[Int($0)] }, as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }

    /// Reads what ``description`` wrote. Case, spaces, dashes and line ends don't matter; 0, 1 and 8 are read as O, I and B.
    /// - Throws: INVALID_ARGUMENT that says what is wrong and where; FAILED_PRECONDITION for another version of the format.
    public init(_ text: String) throws(WidgetError) {
        var symbols: [UInt8] = []
        for character in text where !(character.isWhitespace || character.isNewline || character == "-") {
            guard let byte = character.asciiValue, let symbol = Base32.symbol(byte) else {
                throw .invalid("code", "'\(character)' can't be in one: it has the letters A to Z and the digits 2 to 7")
            }
            symbols.append(symbol)
            guard symbols.count <= PairingLimits.codeSymbols else { throw .invalid("code", "it is longer than a code can be") }
        }
        guard !symbols.isEmpty else { throw .invalid("code", "it is empty") }
        var plain: [UInt8] = []
        for (index, start) in stride(from: 0, to: symbols.count, by: Self.run + 1).enumerated() {
            let group = symbols[start..<min(start + Self.run + 1, symbols.count)]
            guard group.count > 1, let digit = group.last, digit == Base32.checkDigit(group.dropLast()) else {
                let shown = String(decoding: group.map { Base32.alphabet[Int($0)] }, as: UTF8.self)
                throw .invalid("code", "group \(index + 1), \(shown), is mistyped; compare it with what the other device shows")
            }
            plain += group.dropLast()
        }
        guard let bytes = Base32.decode(plain) else { throw Self.damaged("it isn't whole: its end is missing") }
        try self.init(bytes: bytes)
    }
}

extension InvitationCode {
    private static let checksumBytes = 4
    private static let minute: Int64 = 60_000

    var bytes: [UInt8] {
        let minutes = UInt32(clamping: (max(expires.milliseconds, 0) + Self.minute - 1) / Self.minute)
        var bytes = [Self.version] + device.bytes + secret
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: minutes >> (24 - 8 * UInt32($0))) }
        bytes.append(UInt8(clamping: addresses.count))
        for address in addresses { Self.append(address, to: &bytes) }
        return bytes + Self.checksum(of: bytes)
    }

    /// - Throws: INVALID_ARGUMENT; FAILED_PRECONDITION for another version of the format.
    init(bytes: [UInt8]) throws(WidgetError) {
        guard bytes.count > Self.checksumBytes, Self.checksum(of: bytes.dropLast(Self.checksumBytes)) == Array(bytes.suffix(Self.checksumBytes)) else {
            throw Self.damaged("it isn't whole: a group is missing, or two changed places")
        }
        var rest = ByteReader(bytes.dropLast(Self.checksumBytes))
        guard let version = rest.byte() else { throw Self.damaged("it is empty") }
        guard version == Self.version else {
            throw WidgetError(.failedPrecondition, "code: it is of form \(version), and this widgetd reads form \(Self.version); upgrade the older of the two")
        }
        guard let device = rest.take(DeviceID.byteCount).flatMap({ DeviceID(bytes: $0) }), let secret = rest.take(PairingLimits.secretBytes),
            let minutes = rest.take(4), let count = rest.byte()
        else { throw Self.damaged("it is too short") }
        var addresses: [PeerAddress] = []
        for _ in 0..<min(Int(count), PairingLimits.addresses + 1) { addresses.append(try Self.address(&rest)) }
        guard rest.isEmpty else { throw Self.damaged("it is too long") }
        let expiry = minutes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        try self.init(device: device, secret: secret, expires: Timestamp(milliseconds: expiry * Self.minute), addresses: addresses)
    }

    static func checksum(of bytes: some Sequence<UInt8>) -> [UInt8] { Array(SHA256.hash(data: Array(bytes)).prefix(checksumBytes)) }

    static func damaged(_ what: String) -> WidgetError { .invalid("code", "\(what); copy it again from the device that invites") }

    // MARK: Addresses

    /// The encoding of an address. An IPv4 address takes 7 bytes, and any other is a text with its length.
    private enum Form: UInt8 {
        case ipv4 = 1
        case host = 2
        case unix = 3
    }

    private static func append(_ address: PeerAddress, to bytes: inout [UInt8]) {
        switch address {
        case .host(let host, let port):
            let end = [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
            if let number = ipv4(host) {
                bytes += [Form.ipv4.rawValue] + number + end
            } else {
                bytes += [Form.host.rawValue, UInt8(clamping: host.utf8.count)] + Array(host.utf8) + end
            }
        case .unix(let path):
            bytes += [Form.unix.rawValue, UInt8(clamping: path.utf8.count)] + Array(path.utf8)
        }
    }

    private static func address(_ rest: inout ByteReader) throws(WidgetError) -> PeerAddress {
        guard let form = rest.byte() else { throw damaged("it is too short") }
        guard let form = Form(rawValue: form) else { throw damaged("an address is of a kind that this widgetd doesn't know") }
        var text: String?
        switch form {
        case .ipv4: text = rest.take(4).map { $0.map(String.init).joined(separator: ".") }
        case .host, .unix: text = rest.byte().flatMap { rest.take(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
        }
        guard let text else { throw damaged("it is too short") }
        if form == .unix { return try PeerAddress("unix:\(text)") }
        guard let port = rest.take(2) else { throw damaged("it is too short") }
        return try PeerAddress("\(PeerAddress.host(text, port: Int(port[0]) << 8 | Int(port[1])))")
    }

    /// An IPv4 address of four numbers without leading zeros, so that reading it back gives the same text.
    private static func ipv4(_ host: String) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8($0) }
        return numbers.count == 4 && numbers.map(String.init).joined(separator: ".") == host ? numbers : nil
    }
}

/// Takes bytes from the front.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
