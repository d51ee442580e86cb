import ReplicationTestSupport
import WidgetCore
import WidgetReplication

extension World {
    func name(_ origin: Origin) -> String { "d\(origin.device.bytes[0])~\(origin.incarnation.rawValue & 0xFFF)" }

    func brief(_ message: PeerMessage) -> String {
        switch message {
        case .hello: "hello"
        case .summary(let summary):
            "summary " + summary.origins.map { "\(name($0.origin))/\($0.sequence)\($0.closedAt.map { " closed \($0)" } ?? "")" }.joined(separator: " ")
        case .transactions(let batch): "transactions " + batch.map { "\(name($0.origin))/\($0.sequence)" }.joined(separator: " ")
        case .acknowledge(let news): "acknowledge " + news.origins.map { "\(name($0.origin))/\($0.sequence)" }.joined(separator: " ")
        case .held(let held): "held \(name(held.origin))/\(held.sequence)"
        case .hashesWanted(let origin, let numbers): "hashesWanted \(name(origin)) \(numbers)"
        case .hashes(let origin, let hashes): "hashes \(name(origin)) \(hashes.keys.sorted())"
        case .owned(let update): "owned \(update.key.set) of d\(update.key.device.bytes[0]) \(update.version.counter)"
        case .snapshotWanted(let place, _): "snapshotWanted \(place.section)"
        case .snapshot(let page, _):
            "snapshot: \(page.rows.count) rows, \(page.hidden.count) hidden, \(page.tombstones.count) tombstones, then \(page.next.section)"
        case .digest: "digest"
        case .bye(let reason): "bye: \(reason)"
        case .ownedWanted, .credit, .request, .response, .ping, .pong: "\(message)"
        }
    }

    // MARK: At each step

    /// No clock runs further ahead than the bound lets others push it.
    func checkClock(_ device: SimulatedDevice) throws {
        let latest = device.latestWall + ReplicationLimits.clockAhead.count + 10
        guard device.position.clock.last.date.milliseconds <= latest else {
            throw Violation("\(device.name): its clock says \(device.position.clock.last.date.milliseconds - device.latestWall) ms more than it ever read")
        }
    }

    /// Users see what they just wrote.
    func checkOwn(_ device: SimulatedDevice, _ number: Int) throws {
        let edit = edits[number]
        for (row, change) in edit.changes {
            switch change {
            case .delete:
                guard device.live.rows[row.table]?[row.id] == nil else { throw Violation("\(device.name): a deleted row is there") }
            case .insert(let columns), .update(let columns):
                guard let found = device.live.rows[row.table]?[row.id] else { throw Violation("\(device.name): an edited row isn't there") }
                for column in columns {
                    guard found.values[column].flatMap(SimulatedSchema.edit) == number else {
                        throw Violation("\(device.name): its own edit \(number) of column \(column) isn't seen")
                    }
                }
            }
        }
    }

    /// No number of an origin is ever used for two transactions that others could see.
    func checkNumbers(_ device: SimulatedDevice) throws {
        guard tally.copies == 0 else { return }
        let number = device.position.own
        let state = device.position.origins[number]
        guard state.sequence > 0, let hash = try device.live.hash(number, state.sequence) else { return }
        let key = EditKey(origin: state.origin, sequence: state.sequence)
        if let other = written[key], other != hash { throw Violation("\(device.name) used number \(state.sequence) twice") }
        written[key] = hash
    }

    /// A device's own change is on its disk before anybody hears of it.
    func checkIsDurable(_ message: PeerMessage, _ device: SimulatedDevice) throws {
        let isDurable: Bool
        switch message {
        case .transactions(let batch):
            let life = device.position.origin
            let last = device.disk.states.last { $0.origin == life }?.sequence ?? 0
            isDurable = batch.allSatisfy { $0.origin != life || $0.sequence <= last }
        case .owned(let update): isDurable = update.key.device != device.id || !update.version.isLater(than: device.disk.versions[update.key])
        default: return
        }
        guard isDurable else { throw Violation("\(device.name) tells what its disk doesn't have yet: \(message)") }
    }

    /// Causes come before what they caused.
    func checkCauses(_ batch: [LoggedTransaction], _ device: SimulatedDevice, _ before: ReplicaPosition) throws {
        guard !faults.noise, tally.copies + tally.snapshots + tally.restamps + tally.joins == 0 else { return }
        var vector = Dictionary(before.origins.all.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        for transaction in batch where transaction.sequence <= device.position.origins.state(of: transaction.origin)?.sequence ?? 0 {
            guard transaction.sequence > vector[transaction.origin] ?? 0 else { continue }
            vector[transaction.origin] = transaction.sequence
            guard let number = editOf[EditKey(origin: transaction.origin, sequence: transaction.sequence)], edits[number].hash == transaction.hash else {
                continue
            }
            for (origin, sequence) in edits[number].causes where vector[origin] ?? 0 < sequence {
                throw Violation("\(device.name) took \(name(transaction.origin))/\(transaction.sequence) before its cause \(name(origin))/\(sequence)")
            }
        }
    }

    // MARK: Now and then

    func check(_ device: SimulatedDevice) throws {
        if let kept = device.position.digest {
            var position = device.position
            position.digest = nil
            var fresh = Replica(device.live, position: position, schema: device.schema, random: { 0 })
            guard try fresh.digest().tables == kept.tables else { throw Violation("\(device.name): the digest that is kept up isn't the one that is computed") }
        }
        let opened = try device.live.position()
        guard opened.origins == device.position.origins, opened.owned == device.position.owned, opened.own == device.position.own else {
            throw Violation("\(device.name): what is in memory isn't what is stored")
        }
        for (key, version) in device.live.versions where version.counter > 0 {
            let sum = (device.live.ownedRows[key] ?? [:]).values.reduce(0) { $0 &+ $1.row.digest }
            guard sum == version.digest else { throw Violation("\(device.name): an owned set whose digest isn't its rows'") }
        }
        if !device.isPartial { try checkWhole(device) }
    }

    /// A transaction is there whole or not at all: each of its fields is there, or a later one in its place.
    func checkWhole(_ device: SimulatedDevice) throws {
        var seen: Set<Int> = []
        for (table, rows) in device.live.rows where table == SharedSchema.widget || table == SimulatedSchema.shelf {
            for row in rows.values {
                for value in row.values.values { if let edit = SimulatedSchema.edit(value), edits.indices.contains(edit) { seen.insert(edit) } }
            }
        }
        for number in seen.sorted() where edits[number].isCertain {
            let edit = edits[number]
            for (row, change) in edit.changes where device.live.tombs[row] == nil {
                switch change {
                case .delete: throw Violation("\(device.name): edit \(number) is torn: its delete isn't there")
                case .insert(let columns), .update(let columns):
                    for column in columns {
                        guard let stamp = stamp(row, column, device), stamp.clock >= edit.clock || isRestamped(row, column, device) else {
                            throw Violation("\(device.name): edit \(number) is torn: column \(column) of row \(row.table):\(row.id.high) isn't there")
                        }
                    }
                }
            }
        }
    }

    private func stamp(_ row: RowKey, _ column: Int, _ device: SimulatedDevice) -> Stamp? {
        device.live.rows[row.table]?[row.id]?.clocks[column] ?? device.live.hidden[row]?.first { $0.cell.column == column }?.stamp
    }

    private func isRestamped(_ row: RowKey, _ column: Int, _ device: SimulatedDevice) -> Bool {
        let value = device.live.rows[row.table]?[row.id]?.values[column] ?? device.live.hidden[row]?.first { $0.cell.column == column }?.cell.value
        return value.flatMap(SimulatedSchema.edit).map { edits.indices.contains($0) && edits[$0].mayBeRestamped } ?? false
    }

    // MARK: In the end

    func checkEnd() throws {
        let group = connected
        guard let first = group.first else { return }
        for device in group {
            device.isPartial = false
            try check(device)
            guard
                device.live.hidden.allSatisfy({ key, cells in
                    guard let table = device.schema.table(key.table) else { return true }
                    return device.live.rows[key.table]?[key.id] == nil || cells.allSatisfy { $0.cell.column > table.columns.count }
                })
            else { throw Violation("\(device.name): fields wait hidden for what is there") }
        }
        let expected = Content(first)
        for device in group.dropFirst() {
            if let difference = expected.difference(Content(device)) { throw Violation("\(first.name) and \(device.name) differ at rest: \(difference)") }
        }
        try checkEdits(first, expected)
    }

    /// No acknowledged edit is lost, but to one with a greater clock.
    private func checkEdits(_ device: SimulatedDevice, _ content: Content) throws {
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
            let place = "row \(row.table):\(row.id.high)"
            let isHere = content.cells[row]?[StampedCell.birth] != nil
            if deleted.contains(row) {
                guard content.cells[row] == nil, content.tombs[row] != nil else { throw Violation("\(place) was deleted and is there again") }
                continue
            }
            if maybeDeleted.contains(row), content.cells[row] == nil { continue }
            guard inserted.contains(row) else { continue }
            guard isHere else { throw Violation("\(place) was lost") }
            for (column, numbers) in columns.sorted(by: { $0.key < $1.key }) {
                let shown = content.cells[row]?[column].flatMap { SimulatedSchema.edit($0.value) }
                let certain = numbers.filter { edits[$0].isCertain }
                let latest = certain.map { edits[$0].clock }.max()
                let allowed = numbers.filter { !edits[$0].isCertain || edits[$0].clock == latest }
                guard let shown, allowed.contains(shown) else {
                    if numbers.allSatisfy({ edits[$0].mayBeLost }) { continue }
                    throw Violation("\(place), column \(column) shows edit \(shown.map(String.init) ?? "none") instead of one of \(allowed)")
                }
            }
        }
    }
}

/// A device's contents in a form that can be compared with another one's: origins by their names, fields in their rows or hidden alike.
struct Content {
    struct Field: Hashable {
        var value: CellValue
        var origin: Origin
        var sequence: Int64
        var clock: UInt64
    }

    var origins: [Origin: [Int64]] = [:]
    var cells: [RowKey: [Int: Field]] = [:]
    var tombs: [RowKey: Field] = [:]
    var versions: [OwnedKey: OwnedVersion] = [:]
    var owned: [OwnedKey: [[UInt8]: OwnedRow]] = [:]
    var digest: UInt64

    init(_ device: SimulatedDevice) {
        let table = device.position.origins
        func field(_ cell: StampedCell) -> Field {
            Field(value: cell.cell.value, origin: table[cell.stamp.origin].origin, sequence: cell.stamp.sequence, clock: cell.stamp.clock.rawValue)
        }
        for state in table.all where state.sequence > 0 || state.closedAt != nil {
            origins[state.origin] = [state.sequence, Int64(bitPattern: state.top.rawValue), state.closedAt ?? -1]
        }
        for (number, rows) in device.live.rows {
            for id in rows.keys {
                let key = RowKey(table: number, id: id)
                for cell in device.live.cells(of: key) { cells[key, default: [:]][cell.cell.column] = field(cell) }
            }
        }
        for (key, hidden) in device.live.hidden { for cell in hidden { cells[key, default: [:]][cell.cell.column] = field(cell) } }
        for (key, stamp) in device.live.tombs { tombs[key] = field(StampedCell(Cell(column: 0, .integer(0)), stamp)) }
        versions = device.position.owned
        // Removed rows leave a mark, unless they were removed before a new life.
        for (key, rows) in device.live.ownedRows { owned[key] = rows.mapValues(\.row).filter { $0.value.value != nil } }
        owned = owned.filter { !$0.value.isEmpty }
        digest = Replica(device.live, position: device.position, schema: device.schema, random: { 0 }).summary().digest
    }

    func difference(_ other: Content) -> String? {
        if origins != other.origins { return "vectors: \(Self.first(origins, other.origins))" }
        if cells != other.cells { return "rows: \(Self.first(cells, other.cells))" }
        if tombs != other.tombs { return "tombstones: \(Self.first(tombs, other.tombs))" }
        if versions != other.versions { return "versions of owned sets: \(Self.first(versions, other.versions))" }
        if owned != other.owned { return "owned rows: \(Self.first(owned, other.owned))" }
        return digest == other.digest ? nil : "summaries"
    }

    private static func first<K: Hashable, V: Equatable>(_ a: [K: V], _ b: [K: V]) -> String {
        for (key, value) in a where b[key] != value { return "\(key): \(value), but \(b[key].map { "\($0)" } ?? "nothing")" }
        for (key, value) in b where a[key] != value { return "\(key): nothing, but \(value)" }
        return ""
    }
}
