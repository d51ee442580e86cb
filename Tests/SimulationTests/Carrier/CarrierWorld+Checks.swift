import ReplicationTestSupport
import WidgetCore
import WidgetReplication

extension CarrierWorld {
    func brief(_ request: CarrierRequest) -> String {
        switch request {
        case .meet(let vector): "meet " + vector.sorted { $0.key < $1.key }.map { "\(name($0.key))/\($0.value)" }.joined(separator: " ")
        case .append(let batch, let closing, _, _):
            "append " + closing.map { "\(name($0.origin)) closed \($0.last) " }.joined() + brief(batch)
        case .read(let number, _, let seen): "read after \(number), seen \(seen.number)"
        case .publish(let publication, _):
            "publish \(publication.vector.map { "\(name($0.origin))/\($0.sequence)" }), tail \(publication.tail)"
        case .stage(let page, let number, _): "stage page \(number): \(page.rows.count) rows"
        case .transactions(let origin, let last, _): "transactions of \(name(origin)) after \(last)"
        case .setOwned(let update, _, _): "set \(update.key.set) of d\(update.key.device.bytes[0]): \(update.version.counter)"
        case .page(let place, let number, _): "page \(number) of \(place.number)"
        case .hashes, .owned: "\(request)"
        }
    }

    func brief(_ answer: CarrierAnswer) -> String {
        switch answer {
        case .state(let state):
            "state " + state.summary.origins.map(brief).joined(separator: " ") + ", beginning \(state.beginning), snapshot \(state.snapshot?.number ?? -1)"
        case .items(let items, let place, let isLast):
            "items through \(place.number)\(isLast ? "." : "…") "
                + items.map { item in
                    switch item {
                    case .transaction(let transaction): "\(name(transaction.origin))/\(transaction.sequence)"
                    case .closed(let origin, let last): "\(name(origin)) closed \(last)"
                    case .owned(let key, let version): "set \(key.set) of d\(key.device.bytes[0]): \(version.counter)"
                    }
                }.joined(separator: " ")
        case .transactions(let batch): "transactions " + brief(batch)
        case .page(let page, _): "page of \(page?.rows.count ?? -1) rows"
        default: "\(answer)"
        }
    }

    private func brief(_ batch: [LoggedTransaction]) -> String { batch.map { "\(name($0.origin))/\($0.sequence)" }.joined(separator: " ") }

    private func brief(_ state: OriginState) -> String {
        "\(name(state.origin))/\(state.sequence) floor \(state.floor)\(state.closedAt.map { " closed \($0)" } ?? "")"
    }

    private func name(_ origin: Origin) -> String { "d\(origin.device.bytes[0])~\(origin.incarnation.rawValue & 0xFFF)" }

    // MARK: Losses that are allowed

    /// Edits that no disk has any more, neither a hub's nor the engine's, may be lost. It is called after a disk was put back.
    func markLost() {
        let engine = Kept(engine: engineDisk)
        for index in edits.indices where !edits[index].mayBeLost {
            let edit = edits[index]
            if hubs.contains(where: { Self.isKept(edit, on: $0.store.disk) }) || engine.has(edit) { continue }
            edits[index].mayBeLost = true
            tally.uncertain += 1
            note("edit \(index) is on no disk any more")
        }
    }

    /// Whether a disk shows an edit, or a later one in its place.
    private static func isKept(_ edit: Edit, on disk: MemoryReplica) -> Bool {
        edit.changes.allSatisfy { row, change in
            if disk.tombs[row] != nil { return true }
            switch change {
            case .delete: return false
            case .insert(let columns): return isShown([StampedCell.birth] + columns, of: row, since: edit.clock, on: disk)
            case .update(let columns): return isShown(columns, of: row, since: edit.clock, on: disk)
            }
        }
    }

    private static func isShown(_ columns: [Int], of row: RowKey, since clock: HybridLogicalClock.Reading, on disk: MemoryReplica) -> Bool {
        let clocks = disk.rows[row.table]?[row.id]?.clocks
        let hidden = disk.hidden[row] ?? []
        return columns.allSatisfy { column in
            let stamp = clocks?[column] ?? hidden.first { $0.cell.column == column }?.stamp
            return stamp.map { $0.clock >= clock } ?? false
        }
    }

    // MARK: In the end

    /// Everything is on and nothing fails any more.
    func rest() throws {
        isResting = true
        note("rest")
        now += 60_000
        for hub in hubs { hub.isOn = true }
        try settle()
    }

    private func settle() throws {
        for _ in 0..<60 {
            let before = writes
            for hub in hubs {
                hub.session.hearNews()
                var steps = 0
                repeat {
                    try go(hub)
                    steps += 1
                    guard steps < 5_000 else { throw Violation("\(hub.store.name) doesn't come to rest") }
                } while !hub.isResting || steps < 4
            }
            if writes == before { return }
        }
        throw Violation("the engine is written to without end")
    }

    /// All hubs and the engine are equal, then also with a new hub, which gets everything from the engine.
    func checkEnd() throws {
        try checkEqual()
        note("a new hub")
        try add()
        try settle()
        try checkEqual()
    }

    private func checkEqual() throws {
        guard let first = hubs.first else { return }
        let expected = Content(first.store)
        for hub in hubs {
            if let difference = expected.difference(Content(hub.store)) {
                throw Violation("\(first.store.name) and \(hub.store.name) differ at rest: \(difference)")
            }
        }
        guard engine.summary.digest == expected.digest else { throw Violation("the engine and the hubs differ at rest") }
        try checkEdits(expected)
    }

    /// No acknowledged edit is lost, but to one with a greater clock.
    private func checkEdits(_ content: Content) throws {
        var writers: [RowKey: [Int: [Int]]] = [:]
        var inserted: Set<RowKey> = []
        var (deleted, maybeDeleted): (Set<RowKey>, Set<RowKey>) = ([], [])
        for (number, edit) in edits.enumerated() {
            for (row, change) in edit.changes {
                switch change {
                case .insert(let columns):
                    if !edit.mayBeLost { inserted.insert(row) }
                    for column in columns { writers[row, default: [:]][column, default: []].append(number) }
                case .update(let columns): for column in columns { writers[row, default: [:]][column, default: []].append(number) }
                case .delete: if edit.mayBeLost { maybeDeleted.insert(row) } else { deleted.insert(row) }
                }
            }
        }
        for (row, columns) in writers.sorted(by: { $0.key < $1.key }) {
            if deleted.contains(row) {
                guard content.cells[row] == nil, content.tombs[row] != nil else { throw Violation("row \(row.id.high) was deleted and is there again") }
                continue
            }
            if maybeDeleted.contains(row), content.cells[row] == nil { continue }
            guard inserted.contains(row) else { continue }
            guard content.cells[row]?[StampedCell.birth] != nil else { throw Violation("row \(row.id.high) was lost") }
            for (column, numbers) in columns.sorted(by: { $0.key < $1.key }) {
                let shown = content.cells[row]?[column].flatMap { SimulatedSchema.edit($0.value) }
                let latest = numbers.filter { !edits[$0].mayBeLost }.map { edits[$0].clock }.max()
                let allowed = numbers.filter { edits[$0].mayBeLost || edits[$0].clock == latest }
                guard let shown, allowed.contains(shown) else {
                    if latest == nil { continue }
                    throw Violation("row \(row.id.high), column \(column) shows edit \(shown.map(String.init) ?? "none") instead of one of \(allowed)")
                }
            }
        }
    }
}

/// The contents of an engine's disk, as far as it must be known whether an edit is there.
private struct Kept {
    private var deleted: Set<RowKey> = []
    private var clocks: [RowKey: [Int: HybridLogicalClock.Reading]] = [:]

    init(engine: MemoryCarrier) {
        for entry in engine.log {
            for operation in (try? entry.transaction.operations()) ?? [] {
                switch operation.change {
                case .insert(let cells):
                    add(operation.row, StampedCell.birth, entry.transaction.clock)
                    for cell in cells { add(operation.row, cell.column, entry.transaction.clock) }
                case .update(let cells): for cell in cells { add(operation.row, cell.column, entry.transaction.clock) }
                case .delete: deleted.insert(operation.row)
                }
            }
        }
        for page in engine.pages {
            for row in page.rows + page.hidden { for cell in row.cells { add(row.row, cell.cell.column, cell.stamp.clock) } }
            for row in page.tombstones { deleted.insert(row.row) }
        }
    }

    private mutating func add(_ row: RowKey, _ column: Int, _ clock: HybridLogicalClock.Reading) {
        clocks[row, default: [:]][column] = max(clocks[row]?[column] ?? clock, clock)
    }

    func has(_ edit: Edit) -> Bool {
        edit.changes.allSatisfy { row, change in
            if deleted.contains(row) { return true }
            switch change {
            case .delete: return false
            case .insert(let columns): return isShown([StampedCell.birth] + columns, of: row, since: edit.clock)
            case .update(let columns): return isShown(columns, of: row, since: edit.clock)
            }
        }
    }

    private func isShown(_ columns: [Int], of row: RowKey, since clock: HybridLogicalClock.Reading) -> Bool {
        columns.allSatisfy { column in clocks[row]?[column].map { $0 >= clock } ?? false }
    }
}
