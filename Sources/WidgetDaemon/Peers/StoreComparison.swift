import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// Compares the shared rows of this device with those of another one, including the values.
struct StoreComparison {
    let store: WidgetStore
    let links: DeviceLinks

    /// Digests of all shared rows, values included, by table and bucket.
    func digests() throws(WidgetError) -> ProtoContentDigests {
        let digests = try store.valueDigests()
        return .with(digests, rows: try store.rowCount())
    }

    /// The rows of a bucket, with a digest of each.
    /// - Parameter payload: the table and the bucket, a byte each.
    func bucket(_ payload: [UInt8]) throws(WidgetError) -> ProtoBucketRows {
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

    /// Compares all shared rows with a peer's, including the values.
    func verify(_ device: DeviceID) async throws(WidgetError) -> (rows: UInt64, difference: String?, isBehind: Bool) {
        let answer = try await links.ask(device, PeerMethod.digests, [])
        let theirs: ProtoContentDigests
        do {
            theirs = try ProtoContentDigests(serializedBytes: answer)
        } catch {
            throw WidgetError(.internal, "the device '\(links.membership.name(device))' gave an answer that can't be read", cause: "\(error)")
        }
        let mine = try digests()
        let lag = links.mesh.status[device]?.session?.lag
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
        let answer = try await links.ask(device, PeerMethod.bucket, [UInt8(clamping: table), UInt8(clamping: bucket)])
        var theirs: [[UInt8]: UInt64] = [:]
        do {
            for row in try ProtoBucketRows(serializedBytes: answer).rows { theirs[Array(row.row)] = row.digest }
        } catch {
            throw WidgetError(.internal, "the device '\(links.membership.name(device))' gave an answer that can't be read", cause: "\(error)")
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
