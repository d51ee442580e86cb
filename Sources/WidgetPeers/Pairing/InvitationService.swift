import Crypto
import Synchronization
public import WidgetCore

/// Opens, checks and uses invitations. It is an ``InvitationStore`` for many threads, with a clock and randomness. It also knows the enrolments, which the
/// store keeps.
public final class InvitationService: Sendable {
    private let book = Mutex(InvitationStore())
    private let enrolments = Mutex<[ContentDigest: (enrolment: Enrolment, used: Int)]>([:])
    private let device: DeviceID
    private let now: @Sendable () -> Timestamp
    private let secret: @Sendable () -> [UInt8]

    /// - Parameters:
    ///   - device: the one with which others are paired: this one.
    ///   - now: the wall clock.
    ///   - secret: ``PairingLimits/secretBytes`` bytes that nobody can guess.
    public init(
        of device: DeviceID, now: @escaping @Sendable () -> Timestamp, secret: @escaping @Sendable () -> [UInt8] = InvitationService.randomSecret
    ) {
        self.device = device
        self.now = now
        self.secret = secret
    }

    /// A secret from the kernel's random generator.
    public static func randomSecret() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<PairingLimits.secretBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// Opens an invitation to pair with this device.
    /// - Parameters:
    ///   - addresses: where it can be reached: 1 to ``PairingLimits/addresses``.
    ///   - role: the part that the invited device takes.
    /// - Throws: INVALID_ARGUMENT for the addresses; RESOURCE_EXHAUSTED where too many invitations are open.
    public func invite(at addresses: [PeerAddress], as role: DeviceRole = .member) throws(WidgetError) -> InvitationCode {
        let (secret, now) = (secret(), now())
        // The addresses are checked before an invitation is opened.
        var code = try InvitationCode(device: device, secret: secret, expires: now, addresses: addresses)
        let opened = book.withLock { book in
            Result { () throws(WidgetError) in try book.open(secret: secret, as: role, now: now) }
        }
        code.expires = try opened.get()
        return code
    }

    /// A code for an enrolment that isn't kept yet.
    /// - Parameters:
    ///   - addresses: where this device can be reached: 1 to ``PairingLimits/addresses``.
    ///   - end: when it ends.
    /// - Returns: the code, and the enrolment's id.
    /// - Throws: INVALID_ARGUMENT for the addresses.
    public func enrolmentCode(at addresses: [PeerAddress], until end: Timestamp) throws(WidgetError) -> (code: InvitationCode, id: ContentDigest) {
        let secret = secret()
        return (try InvitationCode(device: device, secret: secret, expires: end, addresses: addresses), enrolmentID(secret))
    }

    /// The digest has this device too. So a code is good for nothing at another hub, which may not know yet how often it was used, or that it is over.
    private func enrolmentID(_ secret: [UInt8]) -> ContentDigest { ContentDigest(of: secret + device.bytes) }

    /// The enrolments that are kept, from now on.
    /// - Parameter used: how many devices have used each.
    public func set(_ enrolments: [Enrolment], used: [ContentDigest: Int]) {
        self.enrolments.withLock { $0 = Dictionary(enrolments.map { ($0.id, ($0, used[$0.id] ?? 0)) }) { first, _ in first } }
    }

    /// Whether an unknown peer may try a secret, for a trust policy.
    public var isOpen: Bool {
        let now = now()
        return book.withLock { $0.isOpen(now: now) }
            || enrolments.withLock { $0.values.contains { $0.enrolment.isOpen(at: now) && $0.used < $0.enrolment.uses } }
    }

    /// The enrolment that this device made with a secret, open or over. Nil: none. Digests are looked up, so the time that it takes reveals something of a
    /// digest alone.
    func enrolment(of secret: [UInt8]) -> Enrolment? { enrolments.withLock { $0[enrolmentID(secret)]?.enrolment } }

    func show(_ secret: [UInt8], by device: DeviceID) -> InvitationStore.Outcome { book.withLock { $0.show(secret, by: device, now: now()) } }

    func giveBack(_ device: DeviceID) { book.withLock { $0.giveBack(device) } }

    func settle(_ device: DeviceID) { book.withLock { $0.settle(device) } }
}

extension TrustPolicy {
    /// Members and leaves are trusted, revoked devices never, and anyone else may try a secret while an invitation is open.
    /// - Parameters:
    ///   - role: the part that a device takes; nil where it is neither a member nor a leaf.
    ///   - isRevoked: whether a device was revoked. This counts before its part.
    public init(
        invitations: InvitationService, role: @escaping @Sendable (DeviceID) -> DeviceRole?, isRevoked: @escaping @Sendable (DeviceID) -> Bool
    ) {
        self.init { device in
            if isRevoked(device) { return .refused }
            return switch role(device) {
            case .member, .hub: .member
            case .leaf: .leaf
            case nil: invitations.isOpen ? .candidate : .refused
            }
        }
    }
}

/// The open invitations of a device: a state machine, with the time as an input.
///
/// Each ends after ``PairingLimits/lifetime``, or when a device has used it. After ``PairingLimits/wrongSecrets`` wrong secrets all are void, because nobody
/// can know for which invitation a wrong secret was meant. Secrets are kept as digests and compared in constant time.
public struct InvitationStore: Sendable {
    private struct Invitation {
        let digest: SHA256.Digest
        let role: DeviceRole
        let expires: Timestamp
        /// The device that used it. It may ask again, in case the answer was lost.
        var user: DeviceID?
        /// The device was let in.
        var isSettled = false
    }

    /// The result of a try with a secret.
    public enum Outcome: Sendable, Hashable {
        /// It is right: the device is let in, in this part.
        case admitted(DeviceRole)
        /// It is wrong, or of an invitation that is over.
        case wrong
        /// It is wrong, and one wrong secret too many: every invitation is void now.
        case void
    }

    private var invitations: [Invitation] = []
    private var wrongSecrets = 0

    public init() {}

    /// Opens an invitation.
    /// - Parameters:
    ///   - secret: ``PairingLimits/secretBytes`` random bytes, never used before.
    ///   - role: the part that the device takes that uses it.
    /// - Returns: when it ends.
    /// - Throws: RESOURCE_EXHAUSTED where ``PairingLimits/openInvitations`` are open.
    public mutating func open(secret: [UInt8], as role: DeviceRole = .member, now: Timestamp) throws(WidgetError) -> Timestamp {
        drop(now)
        guard invitations.count(where: { $0.user == nil }) < PairingLimits.openInvitations else {
            throw WidgetError(.resourceExhausted, "\(PairingLimits.openInvitations) invitations are open, the limit; use one of them, or wait until one ends")
        }
        if !invitations.contains(where: { $0.user == nil }) { wrongSecrets = 0 }
        let expires = now + Milliseconds(PairingLimits.lifetime)
        invitations.append(Invitation(digest: SHA256.hash(data: secret), role: role, expires: expires, user: nil))
        return expires
    }

    /// Whether an unknown peer may try a secret.
    public func isOpen(now: Timestamp) -> Bool { invitations.contains { $0.user == nil && Self.lasts($0, now) } }

    /// Tries a device's secret.
    public mutating func show(_ secret: [UInt8], by device: DeviceID, now: Timestamp) -> Outcome {
        drop(now)
        let digest = SHA256.hash(data: secret)
        // All invitations are compared, so that the time reveals nothing. swift-crypto compares digests in constant time.
        var found: Int?
        for (index, invitation) in invitations.enumerated() where invitation.digest == digest { found = index }
        if let found, invitations[found].user == nil || invitations[found].user == device {
            invitations[found].user = device
            return .admitted(invitations[found].role)
        }
        // Where no invitation is open, nothing can be guessed, so the secret doesn't count as wrong.
        guard invitations.contains(where: { $0.user == nil }) else { return .wrong }
        wrongSecrets += 1
        guard wrongSecrets >= PairingLimits.wrongSecrets else { return .wrong }
        invitations.removeAll()
        return .void
    }

    /// Opens a device's invitation again, because the device couldn't become a member for a reason on this side. One that has let a device in stays used.
    public mutating func giveBack(_ device: DeviceID) {
        for index in invitations.indices where invitations[index].user == device && !invitations[index].isSettled { invitations[index].user = nil }
    }

    /// A device's invitation has let it in.
    public mutating func settle(_ device: DeviceID) {
        for index in invitations.indices where invitations[index].user == device { invitations[index].isSettled = true }
    }

    private mutating func drop(_ now: Timestamp) { invitations.removeAll { !Self.lasts($0, now) } }

    /// An invitation also ends when the clock was set back by more than its lifetime, since that must not prolong it.
    private static func lasts(_ invitation: Invitation, _ now: Timestamp) -> Bool {
        now < invitation.expires && now >= invitation.expires + Milliseconds(-PairingLimits.lifetime)
    }
}
