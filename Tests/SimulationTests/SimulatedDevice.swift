import ReplicationTestSupport
import WidgetCore
import WidgetReplication

/// A machine: a store on a disk that loses what isn't synced, a clock that may be wrong, and sessions with others. Two machines may be one device, where a disk
/// was copied.
final class SimulatedDevice {
    let machine: Int
    let id: DeviceID
    /// The states that a power cut may leave: the last one that was synced, and those after it, of which the disk may have kept any prefix.
    var disk: MemoryReplica
    var unsynced: [MemoryReplica] = []
    var live: MemoryReplica
    var position: ReplicaPosition
    var schema: SharedSchema
    /// Milliseconds that the wall clock is off.
    var clockError: Int64
    var isOn = true
    var isRevoked = false
    /// Turned off for good.
    var isRetired = false
    /// By link.
    var sessions: [Int: PeerSession] = [:]
    /// Links whose session was cut short, and may have more to send.
    var sending: Set<Int> = []
    /// The effects that sessions want once the disk has their changes, and those that follow on the same links.
    var effects: [(link: Int, effects: [SessionEffect])] = []
    var resume: [DeviceID: SnapshotResume] = [:]
    var backups: [MemoryReplica] = []
    /// The latest that its clock has ever said.
    var latestWall: Int64 = 0
    /// Pages of a snapshot have come and the last one not: rows may be torn.
    var isPartial = false

    init(machine: Int, id: DeviceID, storage: MemoryReplica, position: ReplicaPosition, schema: SharedSchema, clockError: Int64) {
        (self.machine, self.id, self.schema, self.clockError) = (machine, id, schema, clockError)
        (disk, live, self.position) = (storage, storage, position)
    }

    var name: String { "m\(machine)" }

    /// The first own row's key: the device's membership.
    static func row(of id: DeviceID) -> RowKey { RowKey(table: SharedSchema.device, id: RowID(id)) }

    func sync() {
        disk = live
        unsynced = []
    }

    /// Sessions in the order of their links.
    var links: [Int] { sessions.keys.sorted() }
}

/// A link between two machines: what is on its way, in both directions. It may be cut for one of them.
struct SimulatedLink {
    let id: Int
    let ends: (Int, Int)
    var queues: ([PeerMessage], [PeerMessage]) = ([], [])
    /// Nothing that this end sends arrives for now.
    var isMute = (false, false)
    /// A message that is sent now is lost.
    var isBroken = false

    func other(_ machine: Int) -> Int { machine == ends.0 ? ends.1 : ends.0 }
}
