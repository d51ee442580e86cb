internal import GRDB
public import WidgetCore

extension StoreTransaction {
    /// Replaces what the engine must know of a widget after a restart; nothing where the widget has been removed.
    public mutating func setReloadRecord(_ widget: WidgetID, _ record: ReloadRecord) throws {
        try perform { _, db in
            let row = try Query(
                """
                INSERT OR REPLACE INTO reload_record(widget, next_reload, rule, failures, last_error, last_reload_at, pending, deferred, own_credit,
                    own_settled_at, push_credit, push_settled_at, last_spent_at, last_seen_at, chosen_per_day, chosen_saved)
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16 WHERE EXISTS(SELECT 1 FROM widget WHERE id = ?1)
                """, in: db)
            row.bind(1, widget)
            row.bind(2, record.nextReload?.milliseconds)
            row.bind(3, record.rule)
            row.bind(4, record.failures)
            row.bind(5, record.lastError)
            row.bind(6, record.lastReloadAt?.milliseconds)
            row.bind(7, record.pending.map { Int64($0.rawValue) })
            row.bind(8, record.deferred.map { Int64($0.rawValue) })
            row.bind(9, record.budget.own?.credit)
            row.bind(10, record.budget.own?.settledAt.milliseconds)
            row.bind(11, record.budget.push?.credit)
            row.bind(12, record.budget.push?.settledAt.milliseconds)
            row.bind(13, record.budget.lastSpentAt?.milliseconds)
            row.bind(14, record.budget.lastSeenAt?.milliseconds)
            row.bind(15, record.budget.chosen.map { Int64($0.perDay) })
            row.bind(16, record.budget.chosen.map { Int64($0.capacity) })
            try row.run()
        }
    }
}
