internal import GRDB
public import WidgetCore

/// The pages of the store, read to find damage.
public struct StoreCheck: Sendable, Hashable {
    /// Pages of the database.
    public var pages = 0
    /// Those that were read in the time.
    public var read = 0
    /// Pages of which one bit was flipped, and which are right again; a line of text each.
    public var repaired: [String] = []
    /// Pages that are damaged beyond that, a line of text each. The next start salvages the store.
    public var damaged: [String] = []
    /// The rows that are lost with them, a line of text each.
    public var lost: [String] = []
}

extension WidgetStore {
    /// Reads every page of the database and verifies its checksum. Readers and writers go on meanwhile, but where damage is found. Call it on a thread that may
    /// wait for the disk.
    /// - Parameter limit: what isn't read after that isn't read.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read.
    public func checkPages(within limit: Duration) throws(WidgetError) -> StoreCheck {
        do {
            guard !isClosed.load(ordering: .relaxed) else { throw WidgetError(.unavailable, "\(path) is closed: the daemon is stopping") }
            let connection = try Connections.another(path)
            defer { try? connection.close() }
            var check = StoreCheck()
            let suspects = try connection.unsafeRead { db in
                let pages = try OpenDatabasePages(db)
                let end = ContinuousClock.now + limit
                check.pages = pages.count
                var suspects: [Int] = []
                for number in 1..<pages.count + 1 {
                    if number % 64 == 0, ContinuousClock.now > end { break }
                    if pages.read(number).damage != nil { suspects.append(number) }
                    check.read = number
                }
                return suspects
            }
            try lookAgain(at: suspects, &check)
            if !check.damaged.isEmpty {
                files.markDamaged()
                check.lost = try connection.unsafeRead { try Salvage.lostRows(of: OpenDatabasePages($0), schema: $0) }
            }
            return check
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Reads pages again while nobody writes: the first time they may have been half written. Pages with a flipped bit are put right.
    private func lookAgain(at suspects: [Int], _ check: inout StoreCheck) throws {
        let flipped = PageChecksums.damage(of: files.database).filter { $0.flippedBit != nil }
        guard !suspects.isEmpty || !flipped.isEmpty, let writer = connections.writer else {
            check.damaged = suspects.map { PageDamage(page: $0).description }
            return
        }
        try writer.writeWithoutTransaction { db in
            // Pages of the log replace those of the file.
            try connections.log?.sync(db)
            _ = try? db.checkpoint(.passive)
            let pages = try OpenDatabasePages(db)
            for number in suspects {
                if let damage = pages.read(number).damage { check.damaged.append(damage.description) }
            }
            for damage in flipped.sorted(by: { $0.page < $1.page }) where damage.page <= pages.count {
                let page = pages.read(damage.page)
                guard page.damage == nil else { continue }
                try pages.write(page)
                check.repaired.append(damage.description)
            }
        }
        guard check.damaged.isEmpty else { return }
        PageChecksums.forget(PageChecksums.damage(of: files.database), of: files.database)
        files.clearDamageMarker()
    }
}
