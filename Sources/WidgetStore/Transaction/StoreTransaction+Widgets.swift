internal import GRDB
public import WidgetCore
internal import WidgetReplication

extension StoreTransaction {
    /// Writes a placed widget: a shared row. Where the widget is there already, only the fields that differ are stamped; where none does, nothing is written. A
    /// new one notes this device as that on which it was placed.
    ///
    /// This compares with the row as it is now. To change a widget that the caller knows, pass that state too (``put(_:insteadOf:)``).
    /// - Returns: the widget, with the values of its secrets as they are kept.
    /// - Throws: FAILED_PRECONDITION for the id of a widget that was removed.
    @discardableResult
    public mutating func put(_ widget: Widget) throws -> Widget {
        let date = now()
        return try perform { [secrets] replica, db in
            let kept = try widget.parameters.isEmpty && widget.sealed.isEmpty ? widget : secrets?.seal(widget, &replica, db, now: date) ?? widget
            let cells = kept.cells
            let device = Cell(SharedSchema.WidgetColumn.device, .blob(replica.position.device.bytes))
            // Where nobody has moved it, or put it into a stack, there is nothing to tell older devices.
            let later = [SharedSchema.WidgetColumn.position, .stack].map(\.rawValue)
            let fields = cells.filter { !later.contains($0.column) || $0.value != .text("") } + [device]
            try replica.put(widget.row, cells, inserting: fields.sorted { $0.column < $1.column }, now: date)
            return kept
        }
    }

    /// Writes only the fields that differ from the caller's earlier state of the widget. Another device may have changed other fields since, and its edit holds
    /// too.
    /// - Parameter set: the names of parameters that a user sets now. A secret among them is sealed, even if its value is the one that was readable before.
    /// - Returns: the widget as it is now, with the changes of others; `widget` itself if the row has something that this version doesn't understand.
    /// - Throws: NOT_FOUND for a widget that was removed meanwhile.
    public mutating func put(_ widget: Widget, insteadOf known: Widget, setting set: Set<String> = []) throws -> Widget {
        let date = now()
        return try perform { [secrets] replica, db in
            let isSame = set.isEmpty && widget.parameters == known.parameters && widget.sealed == known.sealed
            let kept = try isSame ? widget : secrets?.seal(widget, &replica, db, now: date) ?? widget
            let cells = kept.cells
            var unchanged = Set(zip(widget.readableCells, known.readableCells).filter { $0 == $1 }.map(\.0.column))
            if set.contains(where: { known.sealed[$0] == nil && kept.sealed[$0] != nil }) { unchanged.remove(SharedSchema.WidgetColumn.parameters.rawValue) }
            guard let found = try replica.storage.differing(cells, widget.row) else { throw WidgetError.noWidget(widget.id) }
            let changed = found.cells.filter { !unchanged.contains($0.column) }
            if !changed.isEmpty { try replica.perform(RowOperation(widget.row, .update(changed)), over: found.clocks, now: date) }
            // Nobody else has changed it.
            if changed.count == found.cells.count { return kept }
            let row = try Query.widget(widget.id, in: db)
            guard try row.step(), var found = try? row.widget() else { return kept }
            try secrets?.open(&found, db)
            return found
        }
    }

    /// Removes a placed widget for good, with its timeline and its reload record. Its id is never used again.
    /// - Throws: NOT_FOUND where there is no such widget.
    public mutating func remove(_ widget: WidgetID) throws {
        let date = now()
        try perform { replica, _ in
            guard try replica.perform(RowOperation(RowKey(table: SharedSchema.widget, id: RowID(widget)), .delete), now: date) else {
                throw WidgetError.noWidget(widget)
            }
        }
    }

    /// Gives the keys of secret parameters' values to the devices that need them and lack them, where this device has the key. Then it removes the keys of
    /// widgets that were removed.
    /// - Parameter widgets: the widgets whose keys are given. Nil: all.
    /// - Returns: how many were given or removed, of either sort alone. 0: there is nothing left to do.
    public mutating func settleSecretKeys(of widgets: Set<WidgetID>? = nil) throws -> Int {
        let date = now()
        return try perform { [secrets] replica, db in
            guard let secrets else { return 0 }
            let given = try secrets.giveMissing(of: widgets, &replica, db, now: date)
            return given > 0 ? given : try secrets.forgetKeysOfRemoved(&replica, db, now: date)
        }
    }

    /// Whether a widget has this id or had it, here or on another device: no new one may.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func isUsed(_ widget: WidgetID) throws -> Bool {
        let row = RowKey(table: SharedSchema.widget, id: RowID(widget))
        return try perform { replica, _ in try replica.storage.clocks(row) != nil || replica.storage.tombstone(row) != nil }
    }

    /// The widget that was placed under an idempotency key in the last 48 hours; nil: the key is new.
    ///
    /// A widget that was removed meanwhile is still the answer: a retried request must not place it anew.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func placement(key: String) throws -> WidgetID? {
        let date = now()
        return try perform { _, db in
            let row = try Query("SELECT widget FROM placement WHERE key = ?1 AND placed_at >= ?2", in: db)
            row.bind(1, key)
            row.bind(2, date.milliseconds - StoreLimits.idempotencyPeriod.count)
            return try row.step() ? row.widgetID(0) : nil
        }
    }

    /// Notes that `widget` was placed under an idempotency key, and forgets keys older than 48 hours.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func recordPlacement(key: String, widget: WidgetID, at date: Timestamp) throws {
        try perform { _, db in
            let old = try Query("DELETE FROM placement WHERE placed_at < ?1", in: db)
            old.bind(1, date.milliseconds - StoreLimits.idempotencyPeriod.count)
            try old.run()
            let row = try Query("INSERT OR REPLACE INTO placement(key, widget, placed_at) VALUES(?1, ?2, ?3)", in: db)
            row.bind(1, key)
            row.bind(2, widget)
            row.bind(3, date.milliseconds)
            try row.run()
        }
    }
}

extension Widget {
    fileprivate var row: RowKey { RowKey(table: SharedSchema.widget, id: RowID(id)) }
}

extension WidgetError {
    static func noWidget(_ widget: WidgetID) -> WidgetError {
        WidgetError(.notFound, "there is no widget \(widget); `widgetctl widgets` lists those that are placed")
    }
}
