import WidgetCore
import WidgetReplication

@testable import WidgetStore

extension WidgetStore {
    /// Takes everything that another store has, page by page.
    func takeSnapshot(of other: WidgetStore, at date: Timestamp) async throws {
        let vector = try await other.replicate { $0.summary().origins }.0
        var place = SnapshotPlace.start
        while place.section != .end {
            let here = place
            let page = try await other.replicate { try $0.snapshotPage(at: here, vector: vector) }.0
            try await replicate { try $0.merge(page) }
            place = page.next
        }
        try await replicate { try $0.takeOver(vector, now: date) }
    }

    /// Takes what another store's log holds, and its owned sets.
    func takeLog(of other: WidgetStore, at date: Timestamp) async throws {
        let entries = try await other.replicate { try $0.storage.log(after: .start, limit: .max) }.0
        let peer = other.device
        for start in stride(from: 0, to: entries.count, by: ReplicationLimits.transactionsPerBatch) {
            let batch = entries[start..<min(start + ReplicationLimits.transactionsPerBatch, entries.count)].map(\.transaction)
            try await replicate { try $0.apply(batch, from: peer, now: date) }
        }
    }

    /// The sums of all shared rows that are here.
    func contentDigests() async throws -> [Int: [UInt64]] { try await replicate { try $0.digest().tables }.0 }
}
