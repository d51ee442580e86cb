internal import GRDB
public import WidgetCore

extension StoreTransaction {
    /// Writes a placed widget: a shared row. Of one that is there, only the fields that differ are stamped; where none does, nothing is written.
    /// - Throws: FAILED_PRECONDITION for the id of a widget that was removed.
    public mutating func put(_ widget: Widget) throws {
        let parameters = ParametersCoding.encode(widget.parameters)
        try perform { replica, _ in
            try replica.put(
                .widget, widget.id.bytes,
                [
                    .text(widget.kind), .integer(Int64(widget.family.rawValue)), .text(widget.name), .blob(parameters),
                    .integer(widget.placedAt.milliseconds),
                ])
            return ()
        }
    }

    /// Removes a placed widget for good, with its timeline and its reload record. Its id is never used again.
    /// - Throws: NOT_FOUND where there is no such widget.
    public mutating func remove(_ widget: WidgetID) throws {
        try perform { replica, db in
            guard try replica.delete(.widget, widget.bytes) else { throw WidgetError.noWidget(widget) }
            try replica.removeTimeline(widget)
            let record = try Query("DELETE FROM reload_record WHERE widget = ?1", in: db)
            record.bind(1, widget)
            try record.run()
        }
    }

    /// The widget that was placed under an idempotency key in the last 24 hours; nil: the key is new.
    ///
    /// A widget that was removed meanwhile is still the answer: a retried request must not place it anew.
    public mutating func placement(key: String) throws -> WidgetID? {
        try perform { replica, db in
            let row = try Query("SELECT widget FROM placement WHERE key = ?1 AND placed_at >= ?2", in: db)
            row.bind(1, key)
            row.bind(2, replica.now().milliseconds - StoreLimits.idempotencyPeriod.count)
            return try row.step() ? row.widgetID(0) : nil
        }
    }

    /// Notes that `widget` was placed under an idempotency key, and forgets keys older than 24 hours.
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

extension WidgetError {
    static func noWidget(_ widget: WidgetID) -> WidgetError {
        WidgetError(.notFound, "there is no widget \(widget); `widgetctl widgets` lists those that are placed")
    }
}
