import Crypto

/// A device: the SHA-256 of its certificate, 32 bytes. The owner of the certificate's key is the device.
///
/// Users see it as eight groups of seven letters and digits (base32 of RFC 4648). The last of each 14 is a check digit, by Luhn's rule over 32 symbols, so that
/// a mistyped id is noticed.
public struct DeviceID: Sendable, Hashable {
    /// Bytes of an id.
    public static let byteCount = 32

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Returns: nil where there aren't 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        if let id = bytes.withContiguousStorageIfAvailable({ DeviceID(bytes: UnsafeRawBufferPointer($0)) }) {
            guard let id else { return nil }
            self = id
            return
        }
        guard bytes.count == Self.byteCount else { return nil }
        var parts: [UInt64] = [0, 0, 0, 0]
        for (index, byte) in bytes.enumerated() { parts[index / 8] = parts[index / 8] << 8 | UInt64(byte) }
        words = (parts[0], parts[1], parts[2], parts[3])
    }

    /// The same for bytes in memory, read as four words: rows are read by the thousand.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ index: Int) -> UInt64 { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)) }
        words = (word(0), word(1), word(2), word(3))
    }

    /// The device whose certificate this is, in DER.
    public init(certificate: [UInt8]) {
        let digest = SHA256.hash(data: certificate)
        let parts = digest.withUnsafeBytes { bytes in
            (0..<4).map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        }
        words = (parts[0], parts[1], parts[2], parts[3])
    }

    /// The id's 32 bytes.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// The id's bytes, valid within `body`.
    package func withUnsafeBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        try Swift.withUnsafeBytes(of: bigEndianWords, body)
    }

    /// The id's bytes as they lie in memory, eight at a time.
    package var bigEndianWords: (UInt64, UInt64, UInt64, UInt64) { (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian) }

    public static func == (a: DeviceID, b: DeviceID) -> Bool { a.words == b.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension DeviceID: Comparable {
    /// In the order of their bytes.
    public static func < (a: DeviceID, b: DeviceID) -> Bool { a.words < b.words }
}

extension DeviceID: CustomStringConvertible, LosslessStringConvertible {
    /// Symbols between two check digits.
    private static let run = 13
    private static let group = 7

    /// `ABCDEFG-…`: 56 symbols in eight groups.
    public var description: String {
        let symbols = Base32.encode(bytes)
        var checked: [UInt8] = []
        for start in stride(from: 0, to: symbols.count, by: Self.run) {
            let part = symbols[start..<min(start + Self.run, symbols.count)]
            checked += part
            checked.append(Base32.checkDigit(part))
        }
        let groups = stride(from: 0, to: checked.count, by: Self.group).map { start in
            String(decoding: checked[start..<min(start + Self.group, checked.count)].map { Base32.alphabet[Int($0)] }, as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }

    /// The first group: enough to tell a user's machines apart.
    public var short: String { String(description.prefix(Self.group)) }

    /// Reads what ``description`` wrote; case, spaces and dashes don't matter.
    /// - Returns: nil where a symbol is missing, unknown or fails its check digit.
    public init?(_ description: String) {
        var symbols: [UInt8] = []
        for byte in description.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard let symbol = Base32.symbol(byte) else { return nil }
            symbols.append(symbol)
        }
        guard symbols.count == 4 * (Self.run + 1) else { return nil }
        var plain: [UInt8] = []
        for start in stride(from: 0, to: symbols.count, by: Self.run + 1) {
            let part = symbols[start..<start + Self.run]
            guard symbols[start + Self.run] == Base32.checkDigit(part) else { return nil }
            plain += part
        }
        guard let bytes = Base32.decode(plain) else { return nil }
        self.init(bytes: bytes)
    }
}

/// A machine of the user's, as its rows in the tables of devices and revocations tell.
public struct Device: Sendable, Hashable, Identifiable {
    public var id: DeviceID
    /// The user's name for it; at first the machine's host name.
    public var name: String
    /// Where it is reached, as it says itself.
    public var addresses: [String]
    public var addedAt: Timestamp
    /// No device had seen it for ``ReplicationLimits/evictionAge``: the log is no longer kept for it, and it comes back by snapshot.
    public var evictedAt: Timestamp?
    /// The user took it off the list. It may come back by being paired again.
    public var forgottenAt: Timestamp?
    /// It is never trusted again.
    public var isRevoked: Bool
    /// The ``Enrolment`` that it has used last. Nil: none.
    public var enrolment: ContentDigest?

    public init(
        id: DeviceID, name: String, addresses: [String] = [], addedAt: Timestamp, evictedAt: Timestamp? = nil, forgottenAt: Timestamp? = nil,
        isRevoked: Bool = false, enrolment: ContentDigest? = nil
    ) {
        self.id = id
        self.name = name
        self.addresses = addresses
        self.addedAt = addedAt
        self.evictedAt = evictedAt
        self.forgottenAt = forgottenAt
        self.isRevoked = isRevoked
        self.enrolment = enrolment
    }

    /// Whether it holds one set of widgets with the others.
    public var isMember: Bool { !isRevoked && forgottenAt == nil }

    /// A name that a device can have.
    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public static func checked(name: String, field: String) throws(WidgetError) -> String {
        guard (1...Limits.deviceNameBytes).contains(name.utf8.count) else {
            throw .invalid(field, "a device's name has 1 to \(Limits.deviceNameBytes) bytes, not \(name.utf8.count)")
        }
        guard !name.unicodeScalars.contains(where: isHidden) else {
            throw .invalid(field, "a device's name has no control characters, and no invisible ones, as some emoji have; choose another name")
        }
        return name
    }

    /// Another device's name as it can be shown, whatever it sent. Empty: nothing of it can be shown.
    public static func shown(name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !isHidden($0) })).cut(toBytes: Limits.deviceNameBytes)
    }

    /// Whether a character could move the cursor, or can't be seen.
    private static func isHidden(_ character: Unicode.Scalar) -> Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(character.properties.generalCategory)
    }
}

/// The part that a device takes.
public enum DeviceRole: Sendable, Hashable {
    /// It has a replica: all that the other members have.
    case member
    /// A member that exchanges its changes through an engine, too.
    case hub
    /// It shows what a member has, and acts through it.
    case leaf
}

/// A device that shows the widgets of the members, and holds no replica, such as a display in a hall.
public struct Leaf: Sendable, Hashable, Identifiable {
    public var id: DeviceID
    /// The user's name for it; at first the machine's host name.
    public var name: String
    public var addedAt: Timestamp
    /// The user took it off the list. It may come back by an invitation.
    public var forgottenAt: Timestamp?
    /// It is never trusted again.
    public var isRevoked: Bool
    /// The name of its ``DisplayGroup``. Empty: it is in none, and shows everything.
    public var group: String
    /// The ``Enrolment`` with which it joined. Nil: an invitation.
    public var enrolment: ContentDigest?

    public init(
        id: DeviceID, name: String, addedAt: Timestamp, forgottenAt: Timestamp? = nil, isRevoked: Bool = false, group: String = "",
        enrolment: ContentDigest? = nil
    ) {
        self.id = id
        self.name = name
        self.addedAt = addedAt
        self.forgottenAt = forgottenAt
        self.isRevoked = isRevoked
        self.group = group
        self.enrolment = enrolment
    }

    /// Whether it may look and act.
    public var isTrusted: Bool { !isRevoked && forgottenAt == nil }
}

/// Which device gives a widget's timelines: one rule, the same on every device, so that all agree without asking each other.
///
/// The device on which the widget was placed comes first, if it is a member that gives the kind. Otherwise it is the member that joined first (by date, then
/// id) among those that give the kind. A device that is offline keeps its widgets: they show their last timeline until it is back. The exception is a hub that
/// is gone for longer than the kind says. Then the hub that joined first gives them, among those that are there.
public enum ProviderChoice {
    /// - Parameters:
    ///   - placedOn: nil: not known.
    ///   - providingDevices: the devices whose providers give the kind.
    ///   - devices: all that are known.
    ///   - isGone: whether a device is a hub that is gone, so that another one may take its place.
    ///   - isTaker: whether a device is a hub that isn't gone.
    /// - Returns: nil: nobody gives the kind.
    public static func device(
        placedOn: DeviceID?, providingDevices: Set<DeviceID>, among devices: [Device], isGone: (DeviceID) -> Bool = { _ in false },
        isTaker: (DeviceID) -> Bool = { _ in false }
    ) -> DeviceID? {
        let candidates = devices.filter { $0.isMember && providingDevices.contains($0.id) }
        func first(where isMeant: (Device) -> Bool) -> DeviceID? {
            candidates.filter(isMeant).min { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }?.id
        }
        let usual = placedOn.flatMap { placedOn in candidates.contains { $0.id == placedOn } ? placedOn : nil } ?? first { _ in true }
        guard let usual, isGone(usual) else { return usual }
        return first { isTaker($0.id) } ?? usual
    }
}
