import Synchronization
import WidgetCore
import WidgetPeers

/// The devices that are members now, for handshakes: read on event loops, kept up by ``PeerService``. From any thread.
final class Membership: Sendable {
    private struct State {
        var members: Set<DeviceID> = []
        var revoked: Set<DeviceID> = []
    }

    private let state = Mutex(State())

    func set(_ devices: [Device]) {
        let new = State(members: Set(devices.filter(\.isMember).map(\.id)), revoked: Set(devices.filter(\.isRevoked).map(\.id)))
        state.withLock { $0 = new }
    }

    func trust(_ invitations: InvitationService) -> TrustPolicy {
        TrustPolicy(
            invitations: invitations, isMember: { [self] device in state.withLock { $0.members.contains(device) } },
            isRevoked: { [self] device in state.withLock { $0.revoked.contains(device) } })
    }
}
