import WidgetAPI

/// What a user wants to know of `sync status` first: whether everything is the same everywhere.
enum SyncVerdict: Equatable {
    /// There is no other device.
    case alone
    /// All are connected, and nothing is on its way.
    case same(devices: Int)
    /// Those that are connected are; these aren't connected.
    case sameAsConnected(away: [String])
    /// Nothing is known of any other device now.
    case away([String])
    /// Something is on its way to or from these.
    case syncing([String])

    init(_ status: ProtoSyncStatusResponse, _ names: (ProtoDeviceInfo) -> String) {
        let peers = status.peers.filter { $0.device.state != .revoked && $0.device.state != .forgotten }
        let connected = peers.filter { $0.device.state == .connected }
        let different = connected.filter { $0.behind > 0 || $0.ahead > 0 || $0.held > 0 || $0.heldThere || $0.snapshot }.map { names($0.device) }
        let away = peers.filter { $0.device.state != .connected }.map { names($0.device) }
        self =
            if peers.isEmpty {
                .alone
            } else if connected.isEmpty {
                .away(away)
            } else if !different.isEmpty {
                .syncing(different)
            } else if away.isEmpty {
                .same(devices: peers.count + 1)
            } else {
                .sameAsConnected(away: away)
            }
    }
}
