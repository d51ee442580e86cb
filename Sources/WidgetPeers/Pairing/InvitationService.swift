import Synchronization
public import WidgetCore

/// Where invitations are opened, asked for and used: ``InvitationStore`` for many threads, with a clock and randomness.
public final class InvitationService: Sendable {
    private let book = Mutex(InvitationStore())
    private let now: @Sendable () -> Timestamp
    private let secret: @Sendable () -> [UInt8]

    /// - Parameters:
    ///   - now: the wall clock.
    ///   - secret: ``PairingLimits/secretBytes`` bytes that nobody can guess.
    public init(now: @escaping @Sendable () -> Timestamp, secret: @escaping @Sendable () -> [UInt8] = InvitationService.randomSecret) {
        self.now = now
        self.secret = secret
    }

    /// From the kernel's generator.
    public static func randomSecret() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<PairingLimits.secretBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// Opens an invitation to `device`, which is this one.
    /// - Parameter addresses: where it can be reached: 1 to ``PairingLimits/addresses``.
    /// - Throws: INVALID_ARGUMENT for the addresses; RESOURCE_EXHAUSTED where too many invitations are open.
    public func invite(to device: DeviceID, at addresses: [PeerAddress]) throws(WidgetError) -> InvitationCode {
        let (secret, now) = (secret(), now())
        // Checked before anything is open.
        var code = try InvitationCode(device: device, secret: secret, expires: now, addresses: addresses)
        let opened = book.withLock { book in
            Result { () throws(WidgetError) in try book.open(secret: secret, now: now) }
        }
        code.expires = try opened.get()
        return code
    }

    /// Whether a stranger may try a secret: what a trust policy asks.
    public var isOpen: Bool { book.withLock { $0.isOpen(now: now()) } }

    func show(_ secret: [UInt8], by device: DeviceID) -> InvitationStore.Outcome { book.withLock { $0.show(secret, by: device, now: now()) } }

    func giveBack(_ device: DeviceID) { book.withLock { $0.giveBack(device) } }
}

extension TrustPolicy {
    /// Members are trusted, revoked devices never, and anyone else may try a secret while an invitation is open.
    /// - Parameters:
    ///   - isMember: whether a device has a membership.
    ///   - isRevoked: whether it was revoked, whatever else there is of it.
    public init(
        invitations: InvitationService, isMember: @escaping @Sendable (DeviceID) -> Bool, isRevoked: @escaping @Sendable (DeviceID) -> Bool
    ) {
        self.init { device in
            if isRevoked(device) { return .refused }
            if isMember(device) { return .member }
            return invitations.isOpen ? .candidate : .refused
        }
    }
}
