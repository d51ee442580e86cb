import Synchronization
import WidgetCore
import WidgetPeers

/// Who is a member now, for handshakes: asked on event loops, kept up by ``PeerService``. From any thread.
final class Membership: Sendable {
    private let members = Mutex<Set<DeviceID>>([])
    private let desk: InvitationDesk

    init(desk: InvitationDesk) { self.desk = desk }

    func set(_ devices: [Device]) { members.withLock { $0 = Set(devices.filter(\.isMember).map(\.id)) } }

    var trust: TrustPolicy {
        TrustPolicy { [self] device in
            if members.withLock({ $0.contains(device) }) { return .member }
            return desk.isOpen ? .candidate : .refused
        }
    }
}
