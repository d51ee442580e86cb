import NIOCore
import WidgetCore
import WidgetReplication

/// The devices of a ``PeerMesh``. It isn't nested in the mesh, because the mesh is generic, and each use of a type nested in it costs a lookup.
struct MeshState {
    var peers: [DeviceID: Peer] = [:]
    var timer: (uptime: Int64, scheduled: Scheduled<Void>)?
    var isStopping = false
    var random = SystemRandomNumberGenerator()

    /// One device.
    struct Peer {
        var plan = DialPlan<PeerAddress>()
        var status = PeerLinkStatus()
        var session: Session?
        var isDialling = false
        /// It is one of the user's devices, so it is dialled when it isn't connected.
        var isTarget = false
        var resume: SnapshotResume?

        var isConnected: Bool { session?.hasMet == true }
    }

    struct Session {
        /// The other side has said hello.
        var hasMet = false
        var id: ObjectIdentifier
        var mailbox: SessionMailbox
        var heard: LastHeard
        var isDialled: Bool
        var beganAt: Int64

        /// When the peer was last heard.
        func lastSeen(at now: Timestamp) -> Timestamp { now + Milliseconds(-heard.age) }
    }
}
