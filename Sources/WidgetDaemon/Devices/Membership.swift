import Synchronization
import WidgetCore
import WidgetPeers

/// The user's devices as they are known now. ``PeerService`` keeps the list up to date; handshakes and messages read it, from any thread.
final class Membership: Sendable {
    private let state: Mutex<[Device]>

    init(_ devices: [Device]) { state = Mutex(devices) }

    var devices: [Device] { state.withLock { $0 } }

    func set(_ devices: [Device]) { state.withLock { $0 = devices } }

    /// A device's name, or the beginning of its id where it isn't known.
    func name(_ device: DeviceID) -> String { self[device]?.name ?? device.short }

    /// A trust policy for handshakes: members are trusted, revoked devices never.
    func trust(_ invitations: InvitationService) -> TrustPolicy {
        TrustPolicy(
            invitations: invitations, isMember: { [self] in self[$0]?.isMember == true }, isRevoked: { [self] in self[$0]?.isRevoked == true })
    }

    private subscript(device: DeviceID) -> Device? { state.withLock { $0.first { $0.id == device } } }
}
