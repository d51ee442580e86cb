internal import GRDB
public import WidgetCore
public import WidgetReplication

/// The newest change of a row that belongs to a widget, an activity or a control.
public struct StoredVersion: Sendable, Hashable {
    /// Nil: the row is a widget's shared one.
    public var set: OwnedSet?
    /// The device that wrote it.
    public var origin: Origin
    /// A shared row's is the transaction's; an owned row's is the set's counter.
    public var number: Int64
    /// The clock of a shared row's newest field. Nil for an owned row.
    public var clock: HybridLogicalClock.Reading?
    public var isRemoved: Bool
}

extension WidgetStore {
    /// The newest change of each row with this id: the widget's shared row, and what devices own under this id. A row that was removed is among them while it
    /// is remembered.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func versions(of id: WidgetID) throws(WidgetError) -> [StoredVersion] {
        try readReplica { storage, db in
            let row = RowKey(table: SharedSchema.widget, id: RowID(id))
            var found: [StoredVersion] = []
            func add(_ stamp: Stamp, isRemoved: Bool) throws {
                let origin = try storage.origin(stamp.origin)
                found.append(StoredVersion(set: nil, origin: origin, number: stamp.sequence, clock: stamp.clock, isRemoved: isRemoved))
            }
            if let clocks = try storage.clocks(row) {
                let stamps = (0..<clocks.count).compactMap { clocks[$0] }
                if let newest = stamps.max(by: { ($0.clock, $0.sequence) < ($1.clock, $1.sequence) }) { try add(newest, isRemoved: false) }
            } else if let stamp = try storage.tombstone(row) {
                try add(stamp, isRemoved: true)
            }
            let owned = try Query(
                """
                SELECT o.device, o."set", o.incarnation, o.counter, o.value IS NULL FROM owned_set s
                JOIN owned o ON o.device = s.device AND o."set" = s."set" AND o.id = ?1 ORDER BY 2, 1
                """, in: db)
            owned.bind(1, id.bytes)
            while try owned.step() {
                guard let device = owned.device(0), let set = OwnedSet(rawValue: Int(owned.integer(1))) else { continue }
                let origin = Origin(device: device, incarnation: Incarnation(rawValue: owned.integer(2)))
                found.append(StoredVersion(set: set, origin: origin, number: owned.integer(3), clock: nil, isRemoved: owned.integer(4) != 0))
            }
            return found
        }
    }
}
