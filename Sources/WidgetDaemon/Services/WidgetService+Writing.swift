import WidgetCore
import WidgetStore

// What was decided, and how it comes to the disk.
extension WidgetService {
    /// What a commit has written already of what the engine says after it.
    struct Written {
        var decisions: [Decision] = []
        var records: [WidgetID: ReloadRecord] = [:]
    }

    /// Writes a change and, in the same commit and before it, all that waits: what a reload did and why are never apart.
    /// - Throws: as the store; what waited waits on.
    func write<T: Sendable>(_ body: @escaping @Sendable (inout StoreTransaction) throws -> T) async throws(WidgetError) -> T {
        try await write(journal.take(), body)
    }

    private func write<T: Sendable>(
        _ batch: Journal, _ body: @escaping @Sendable (inout StoreTransaction) throws -> T
    ) async throws(WidgetError) -> T {
        let ends = unrecordedEnds
        let number = commits.begin()
        defer { commits.end(number) }
        do throws(WidgetError) {
            let result = try await store.write { [book] transaction in
                try batch.write(to: &transaction, from: book)
                for (key, end) in ends {
                    try transaction.finishIntent(key: key, error: end.error, at: end.date)
                    try transaction.put(end.receipt)
                }
                return try body(&transaction)
            }
            for (key, end) in ends {
                unrecordedEnds[key] = nil
                receipts.put(end.receipt)
            }
            if !batch.pushes.isEmpty { pushNews.ring() }
            return result
        } catch {
            journal.putBack(batch)
            flushJournal()
            throw error
        }
    }

    /// Writes what the journal has, in one commit after another until it is empty. What it explains was written by whatever caused it, so the journal gathers for a moment: the answer to a
    /// change, and its way to other devices, don't wait for a commit of it.
    func flushJournal() {
        guard flush == nil, hasWaiting else { return }
        flush = Task {
            // Cancelled: at once.
            try? await clock.sleep(for: DaemonLimits.journalDelay)
            await ThreadPoolExecutor.run { await writeOutJournal() }
            flush = nil
        }
    }

    private func writeOutJournal() async {
        while hasWaiting {
            do throws(WidgetError) {
                // A new device's first look at thousands of widgets isn't one commit, for which everything else would wait.
                try await write(journal.take(atMost: DaemonLimits.decisionsPerCommit)) { _ in }
            } catch {
                logger.error("decisions could not be written; they are kept and written with the next ones", metadata: ["error": "\(error)"])
                break
            }
        }
    }

    private var hasWaiting: Bool { !journal.isEmpty || !unrecordedEnds.isEmpty }

    /// Everything that was decided so far is in the store afterwards, where it can be written.
    func writeJournal() async {
        flushJournal()
        flush?.cancel()
        await flush?.value
        await withCheckedContinuation { commits.wait($0) }
    }
}
