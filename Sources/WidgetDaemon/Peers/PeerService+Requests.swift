import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

// What devices ask each other beside replication.

extension PeerService {
    // MARK: Answers

    func answer(_ method: String, _ payload: [UInt8], from device: DeviceID) async throws(WidgetError) -> [UInt8] {
        switch method {
        case PeerMethod.contents: return try answerContents(payload)
        case PeerMethod.remoteContents: return try await answerRemoteContents(payload)
        case PeerMethod.reload:
            var response = ProtoReloadResponse()
            response.receipts = try await widgets.reloadHere(try Self.widgets(payload)).map(ProtoReloadReceipt.init)
            return try response.encoded()
        case PeerMethod.awaitReloads: return try await awaitReloads(payload)
        case PeerMethod.perform: return try await perform(payload, from: device)
        case PeerMethod.activity: return try await activities.answer(payload, from: device)
        case PeerMethod.optimisticActivity:
            try await activities.showOptimistically(payload, of: device)
            return []
        case PeerMethod.control: return try await controls.answer(payload, from: device)
        case PeerMethod.digests: return try digests().encoded()
        case PeerMethod.bucket: return try bucket(payload).encoded()
        default: throw WidgetError(.unimplemented, "this device doesn't know '\(method.cut(toBytes: 64))'; bring widgetd up to date on it")
        }
    }

    private static func widgets(_ payload: [UInt8]) throws(WidgetError) -> [WidgetID] {
        let length = 16
        guard !payload.isEmpty, payload.count % length == 0, payload.count / length <= DaemonLimits.reloadsPerRequest else {
            throw .invalid("widgets", "1 to \(DaemonLimits.reloadsPerRequest) ids of \(length) bytes each")
        }
        return stride(from: 0, to: payload.count, by: length).compactMap { WidgetID(bytes: Array(payload[$0..<$0 + length])) }
    }

    private func awaitReloads(_ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        do {
            let (reloads, patience) = try ProtoAwaitReloadsRequest(serializedBytes: payload).validated()
            var response = ProtoAwaitReloadsResponse()
            response.results = try await widgets.awaitReloads(reloads, for: patience, asksOthers: false).map { .init($0) }
            return try response.encoded()
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't an AwaitReloadsRequest", cause: "\(error)")
        }
    }

    private func perform(_ payload: [UInt8], from device: DeviceID) async throws(WidgetError) -> [UInt8] {
        do {
            let request = try ProtoPerformRequest(serializedBytes: payload)
            guard let id = WidgetID(request.widget) else { throw WidgetError.invalid("widget", "isn't an id") }
            let result = try await widgets.perform(
                id, action: request.action, key: request.idempotencyKey, value: request.hasValue ? request.value : nil, caller: .foreground, asker: device)
            var response = ProtoPerformResponse()
            response.widgetID = request.widget
            response.action = request.action
            response.repeatedKey = result.isRepeated
            response.openURL = result.openURL
            return try response.encoded()
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't a PerformRequest", cause: "\(error)")
        }
    }

    // MARK: Comparing

    /// Asks a device, which errors call by its name, as lists do.
    /// - Throws: as ``WidgetPeers/PeerMesh/ask(_:_:_:)``.
    func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        do {
            return try await mesh.ask(device, method, payload)
        } catch {
            throw error.naming(name(device))
        }
    }

    private func digests() throws(WidgetError) -> ProtoContentDigests {
        let digests = try store.valueDigests()
        return .with(digests, rows: try store.rowCount())
    }

    private func bucket(_ payload: [UInt8]) throws(WidgetError) -> ProtoBucketRows {
        guard payload.count == 2 else { throw .invalid("bucket", "a table and a bucket, a byte each") }
        var rows = ProtoBucketRows()
        for (row, digest) in try store.rows(inBucket: Int(payload[1]), of: Int(payload[0])).prefix(DaemonLimits.rowsPerBucketAnswer) {
            rows.rows.append(
                .with {
                    $0.row = .init(WidgetID(row.row.id).bytes)
                    $0.digest = digest
                })
        }
        return rows
    }

    /// Compares all shared rows with a peer's, values too.
    func verify(_ device: DeviceID) async throws(WidgetError) -> (rows: UInt64, difference: String?, isBehind: Bool) {
        let answer = try await ask(device, PeerMethod.digests, [])
        let theirs: ProtoContentDigests
        do {
            theirs = try ProtoContentDigests(serializedBytes: answer)
        } catch {
            throw WidgetError(.internal, "the device '\(name(device))' gave an answer that can't be read", cause: "\(error)")
        }
        let mine = try digests()
        let lag = mesh.status[device]?.session?.lag
        let isBehind = (lag?.behind ?? 0) > 0 || (lag?.ahead ?? 0) > 0
        let (mineByTable, theirsByTable) = (mine.byTable, theirs.byTable)
        for table in Set(mineByTable.keys).union(theirsByTable.keys).sorted() {
            for bucket in 0..<RollingDigest.buckets where mineByTable[table]?[bucket] ?? 0 != theirsByTable[table]?[bucket] ?? 0 {
                return (mine.rows, try await difference(device, table, bucket), isBehind)
            }
        }
        return (mine.rows, nil, isBehind)
    }

    private func difference(_ device: DeviceID, _ table: Int, _ bucket: Int) async throws(WidgetError) -> String {
        let answer = try await ask(device, PeerMethod.bucket, [UInt8(clamping: table), UInt8(clamping: bucket)])
        var theirs: [[UInt8]: UInt64] = [:]
        do {
            for row in try ProtoBucketRows(serializedBytes: answer).rows { theirs[Array(row.row)] = row.digest }
        } catch {
            throw WidgetError(.internal, "the device '\(name(device))' gave an answer that can't be read", cause: "\(error)")
        }
        let name = SharedSchema.current.table(table)?.name ?? "table \(table)"
        for (row, digest) in try store.rows(inBucket: bucket, of: table) {
            let id = WidgetID(row.row.id)
            guard let other = theirs.removeValue(forKey: id.bytes) else { return "\(name) \(id) is only on this device" }
            if other != digest { return "\(name) \(id) differs" }
        }
        guard let only = theirs.keys.compactMap({ WidgetID(bytes: $0) }).min() else { return "\(name): it was changed while both were compared; try again" }
        return "\(name) \(only) is only on the other device"
    }
}

extension ProtoContentDigests {
    fileprivate static func with(_ tables: [Int: [UInt64]], rows: Int) -> ProtoContentDigests {
        var digests = ProtoContentDigests()
        digests.rows = UInt64(clamping: rows)
        digests.tables = tables.sorted { $0.key < $1.key }.map { table in
            .with {
                $0.table = UInt32(clamping: table.key)
                $0.sums = table.value
            }
        }
        return digests
    }

    fileprivate var byTable: [Int: [UInt64]] {
        Dictionary(tables.map { (Int($0.table), $0.sums.count == RollingDigest.buckets ? $0.sums : Array(repeating: 0, count: RollingDigest.buckets)) }) {
            first, _ in first
        }
    }
}
