import WidgetAPI
import WidgetCore
import WidgetReplication

@testable import WidgetStore

/// Another device, of which the test says every byte.
struct Peer {
    let device: DeviceID
    private(set) var origin: Origin
    private(set) var sequence: Int64 = 0
    private(set) var hash = ChainHash.start
    var now: Timestamp

    init(_ number: Int, at date: Timestamp) {
        device = .sample(number)
        now = date
        origin = Origin(device: device, incarnation: Incarnation(now: date, after: nil, random: UInt64(number)))
    }

    /// Its next transaction.
    mutating func transaction(_ operations: [StoredOperation], at date: Timestamp? = nil) throws -> LoggedTransaction {
        var frame = StoredFrame()
        frame.operations = operations
        return try transaction(frame: try frame.serializedBytes(), at: date)
    }

    mutating func transaction(frame: [UInt8], at date: Timestamp? = nil) throws -> LoggedTransaction {
        now = now + .milliseconds(1)
        sequence += 1
        let clock = HybridLogicalClock.Reading(date: date ?? now)
        hash = hash.next(origin, sequence: sequence, clock: clock, frame: frame)
        return LoggedTransaction(origin: origin, sequence: sequence, clock: clock, hash: hash, frame: frame)
    }

    /// Its first: its own row.
    mutating func introduction() throws -> LoggedTransaction {
        let id = RowID(device)
        return try transaction([
            .insert(
                table: SharedSchema.device, id,
                [1: .blob(device.bytes), 2: .text("peer"), 3: .text(""), 4: .integer(now.milliseconds), 5: .integer(0), 6: .integer(0)])
        ])
    }

    @discardableResult
    func send(_ batch: [LoggedTransaction], to store: WidgetStore, at date: Timestamp? = nil) async throws -> (BatchOutcome, ReplicaChanges) {
        let (device, date) = (device, date ?? now)
        return try await store.replicate { try $0.apply(batch, from: device, now: date) }
    }

    /// A whole set of its timelines, each with the archives of these numbers.
    func timelines(_ archives: [Int: [Int]], counter: Int64) throws -> OwnedUpdate {
        var rows: [OwnedRow] = []
        for (widget, numbers) in archives.sorted(by: { $0.key < $1.key }) {
            let entries = numbers.map { TimelineEntry(date: .init(milliseconds: Int64($0)), relevance: nil, archive: ContentDigest(of: [UInt8($0)]), size: 1) }
            let value = try TimelineCoding.encode(Timeline(entries: entries, policy: .never, receivedAt: now), images: [])
            rows.append(OwnedRow(id: WidgetID.sample(widget).bytes, counter: counter - Int64(archives.count) + Int64(rows.count) + 1, value: value))
        }
        let version = OwnedVersion(incarnation: origin.incarnation, counter: counter, digest: rows.reduce(0) { $0 &+ $1.digest })
        return OwnedUpdate(key: OwnedKey(device: device, set: OwnedSet.timelines.rawValue), version: version, isWhole: true, rows: rows, hasMore: false)
    }
}

extension DeviceID {
    static func sample(_ number: Int) -> DeviceID { DeviceID(certificate: [UInt8(number)]) }
}

extension StoredOperation {
    static func insert(table: Int = SharedSchema.widget, _ id: RowID, _ cells: [Int: CellValue]) -> StoredOperation {
        var operation = update(table: table, id, cells)
        operation.insert = true
        return operation
    }

    static func update(table: Int = SharedSchema.widget, _ id: RowID, _ cells: [Int: CellValue]) -> StoredOperation {
        var operation = StoredOperation()
        operation.table = UInt32(table)
        operation.row = .init(WidgetID(id).bytes)
        operation.cells = cells.sorted { $0.key < $1.key }.map { column, value in
            var cell = StoredCell()
            cell.column = UInt32(column)
            switch value {
            case .integer(let integer): cell.value = .integer(integer)
            case .text(let text): cell.value = .text(text)
            case .blob(let blob): cell.value = .blob(.init(blob))
            }
            return cell
        }
        return operation
    }

    /// A widget.
    static func insert(_ widget: WidgetID, name: String = "") -> StoredOperation {
        insert(RowID(widget), [1: .text("system.cpu"), 2: .integer(1), 3: .text(name), 4: .blob([]), 5: .integer(1), 6: .blob([])])
    }

    static func update(_ widget: WidgetID, _ cells: [Int: CellValue]) -> StoredOperation { update(RowID(widget), cells) }

    static func delete(_ widget: WidgetID) -> StoredOperation {
        var operation = update(RowID(widget), [:])
        operation.delete = true
        return operation
    }
}
