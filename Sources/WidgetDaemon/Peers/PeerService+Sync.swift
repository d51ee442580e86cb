import Glibc
import WidgetAPI
import WidgetCarrier
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

// The state of replication, to be shown to a user.

extension PeerService {
    func syncStatus() throws(WidgetError) -> ProtoSyncStatusResponse {
        var response = ProtoSyncStatusResponse()
        mesh.probe()
        let status = mesh.status
        for device in devices.filter({ $0.isMember && $0.id != identity.id }).sorted(by: { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }) {
            response.peers.append(try peer(device, status[device.id]))
        }
        response.listening = listening.map(\.description)
        response.logTransactions = UInt64(clamping: try store.logCount())
        response.divergences = links.events.divergences
        let copied = CopiedDevices.find(in: try store.origins(), now: now())
        for device in devices where device.isMember {
            guard let lives = copied[device.id] else { continue }
            response.copied.append(
                .with {
                    $0.device = info(device, status[device.id])
                    $0.lives = UInt32(clamping: lives)
                })
        }
        // Each of two copies sees that others have newer changes of it than its own, as after a restore. If copies were found, the reason is a fork.
        response.reincarnation = copied[identity.id] == nil ? reincarnation : "\(Reincarnation.forked)"
        if let carrier = links.carrier?.status { response.carrier = .init(carrier) }
        return response
    }

    private func peer(_ device: Device, _ status: PeerLinkStatus?) throws(WidgetError) -> ProtoPeerStatus {
        var peer = ProtoPeerStatus()
        peer.device = info(device, status)
        if status?.isConnected != true { peer.ahead = UInt64(clamping: try store.unacknowledged(by: device.id)) }
        guard let status else { return peer }
        peer.address = status.address
        peer.inbound = status.isInbound
        peer.lastError = status.isConnected ? "" : status.lastError
        if let date = status.nextTryAt { peer.nextTryAt = .init(date) }
        if status.isConnected, let session = status.session {
            peer.behind = UInt64(clamping: session.lag.behind)
            peer.ahead = UInt64(clamping: session.lag.ahead)
            peer.heldThere = session.lag.isHeldThere
            peer.snapshot = session.isSnapshotComing
            if let until = session.lag.heldUntil {
                peer.held = 1
                peer.heldUntil = .init(until)
            }
            if let offset = session.clockOffset {
                peer.clockOffset = .with {
                    $0.seconds = offset.count / 1_000
                    $0.nanos = Int32(offset.count % 1_000) * 1_000_000
                }
            }
        }
        return peer
    }

    /// The links to the user's other devices, for metrics. A number that can't be read from the store is nil.
    func links(at now: Timestamp) -> [LinkMetrics] {
        let status = mesh.status
        return devices.filter { $0.isMember && $0.id != identity.id }.sorted { $0.id < $1.id }.map { device in
            let session = status[device.id]?.isConnected == true ? status[device.id]?.session : nil
            var link = LinkMetrics(name: device.name, id: device.id.description, isConnected: status[device.id]?.isConnected == true)
            link.behind = session?.lag.behind
            link.ahead = session?.lag.ahead ?? (try? store.unacknowledged(by: device.id))
            if link.ahead == 0 {
                link.lag = 0
            } else if let oldest = try? store.oldestUnacknowledged(by: device.id) {
                link.lag = max(0, Double((now - oldest).count) / 1_000)
            }
            return link
        }
    }

    func syncLog(limit: UInt32) throws(WidgetError) -> ProtoSyncLogResponse {
        var response = ProtoSyncLogResponse()
        let membership = links.membership
        let named: [[(RowID, String)]] = [
            membership.devices.map { (RowID($0.id), $0.name) }, membership.leaves.map { (RowID($0.id), $0.name) },
            try store.displayGroupNames().map { (RowID(DisplayGroup.id(of: $0)), $0) },
        ]
        let names = Dictionary(named.joined(), uniquingKeysWith: { first, _ in first })
        let ambiguous = Dictionary(grouping: membership.devices, by: \.name).filter { $0.value.count > 1 }.keys
        response.entries = try store.transactions(limit: try Self.limit(limit)).map { transaction in
            .with {
                $0.deviceID = transaction.origin.device.description
                $0.deviceName = membership.name(transaction.origin.device)
                if ambiguous.contains($0.deviceName) { $0.deviceName += " (\(transaction.origin.device.short))" }
                $0.sequence = UInt64(clamping: transaction.sequence)
                $0.writtenAt = .init(transaction.clock.date)
                $0.user = transaction.user ?? ""
                $0.operations = transaction.operations.prefix(DaemonLimits.operationsPerLogEntry).map { Self.sentence($0, names) }
            }
        }
        return response
    }

    func conflicts(limit: UInt32) throws(WidgetError) -> ProtoConflictsResponse {
        var response = ProtoConflictsResponse()
        response.entries = try store.conflicts(limit: try Self.limit(limit)).map { conflict in
            let table = SharedSchema.current.table(conflict.row.table)
            return .with {
                $0.time = .init(conflict.notedAt)
                $0.table = table?.name ?? "table \(conflict.row.table)"
                $0.rowID = WidgetID(conflict.row.id).description
                $0.column = Self.column(conflict.cell.column, table)
                $0.value = Self.text(conflict).cut(toBytes: DaemonLimits.conflictValueBytes)
                $0.deviceID = conflict.loser.device.description
                $0.winnerDeviceID = conflict.winner.device.description
            }
        }
        return response
    }

    private static func limit(_ asked: UInt32) throws(WidgetError) -> Int {
        guard asked <= DaemonLimits.decisionsPerCall else { throw .invalid("limit", "\(asked), the limit is \(DaemonLimits.decisionsPerCall)") }
        return asked == 0 ? DaemonLimits.defaultDecisions : Int(asked)
    }

    /// - Parameter names: those of devices, leaves and groups.
    private static func sentence(_ operation: RowOperation, _ names: [RowID: String]) -> String {
        let table = SharedSchema.current.table(operation.row.table)
        // The id of an enrolment's row begins as the enrolment's.
        let id = WidgetID(operation.row.id).description
        let isEnrolment = operation.row.table == SharedSchema.enrolment
        let name = names[operation.row.id] ?? (isEnrolment ? String(id.filter { $0 != "-" }.prefix(ContentDigest.shortLength)) : id)
        let row = "\(table?.name.replacing("_", with: " ") ?? "table \(operation.row.table)") \(name)"
        switch operation.change {
        case .insert where operation.row.table == SharedSchema.revocation: return "\(name) revoked"
        case .update(let cells) where cells.contains { isEnd($0, of: operation.row.table) }:
            return isEnrolment ? "\(row) ended" : operation.row.table == SharedSchema.displayGroup ? "\(row) removed" : "\(row) forgotten"
        case .insert: return "\(row) added"
        case .delete: return "\(row) removed"
        case .update(let cells): return "\(row): \(cells.map { column($0.column, table) }.joined(separator: ", ")) changed"
        }
    }

    /// Whether a field says that a device was forgotten, a group was removed, or an enrolment was ended.
    private static func isEnd(_ cell: Cell, of table: Int) -> Bool {
        switch table {
        case SharedSchema.device: cell.column == SharedSchema.DeviceColumn.forgottenAt.rawValue && cell.value != .integer(0)
        case SharedSchema.leaf: cell.column == SharedSchema.LeafColumn.forgottenAt.rawValue && cell.value != .integer(0)
        case SharedSchema.displayGroup: cell.column == SharedSchema.DisplayGroupColumn.removedAt.rawValue && cell.value != .integer(0)
        case SharedSchema.enrolment: cell.column == SharedSchema.EnrolmentColumn.uses.rawValue
        default: false
        }
    }

    private static func column(_ number: Int, _ table: SharedSchema.Table?) -> String {
        guard let table, number >= 1, number <= table.columns.count else { return "column \(number)" }
        return table.columns[number - 1].name
    }

    /// The value that lost, for people. They see a secret parameter's name alone.
    private static func text(_ conflict: StoredConflict) -> String {
        if let parameters = conflict.parameters {
            let names = conflict.secrets.union(parameters.keys).sorted()
            let texts = names.map { name in "\(name)=\(conflict.secrets.contains(name) ? ParameterDefinition.hiddenValue : parameters[name]?.phrase ?? "")" }
            return texts.isEmpty ? "no parameters" : texts.joined(separator: ", ")
        }
        switch conflict.cell.value {
        case .integer(let integer): return "\(integer)"
        case .text(let text): return text
        case .blob(let bytes): return "\(bytes.count) bytes"
        }
    }

    // MARK: Verify

    func verify(_ text: String) async throws(WidgetError) -> ProtoVerifyResponse {
        let device: Device
        if text.isEmpty {
            let connected = mesh.status.filter(\.value.isConnected).keys
            guard let only = connected.first else { throw WidgetError(.unavailable, "no device is connected; `widgetctl sync status` says why") }
            guard connected.count == 1 else { throw .invalid("device", "\(connected.count) devices are connected; name one") }
            device = try find(only.description)
        } else {
            device = try find(text)
        }
        let (rows, difference, isBehind) = try await StoreComparison(store: store, links: links).verify(device.id)
        var response = ProtoVerifyResponse()
        response.device = try info(device.id)
        response.rows = rows
        response.equal = difference == nil
        response.behind = isBehind
        response.difference = difference ?? ""
        return response
    }

    // MARK: Copies

    nonisolated func backup(to path: String) throws(WidgetError) -> ProtoBackupResponse {
        guard path.hasPrefix("/") else { throw .invalid("path", "it must be absolute") }
        try store.backup(to: path)
        var file = stat()
        var response = ProtoBackupResponse()
        if stat(path, &file) == 0 { response.bytes = UInt64(clamping: file.st_size) }
        return response
    }
}

/// One link to another device, and what either side lacks.
struct LinkMetrics: Sendable {
    var name: String
    var id: String
    var isConnected: Bool
    /// Changes that the other device has and this one lacks; nil: it isn't known without a link.
    var behind: Int64?
    /// Changes that the other device hasn't reported as durable.
    var ahead: Int64?
    /// The age of the oldest of them, in seconds.
    var lag: Double?
}

extension ProtoCarrierStatus {
    init(_ status: CarrierStatus) {
        self.init()
        (connected, error) = (status.isConnected, status.isConnected ? status.lag.waits ?? "" : status.lastError)
        behind = UInt64(clamping: status.lag.behind)
        ahead = UInt64(clamping: status.lag.ahead)
        logTransactions = UInt64(clamping: status.lag.logged)
        if let date = status.nextTryAt { nextTryAt = .init(date) }
    }
}
