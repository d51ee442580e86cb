internal import GRDB
internal import WidgetAPI
public import WidgetCore

extension StoreTransaction {
    /// Replaces a kind's known relevance; nil removes it.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setRelevance(_ kind: String, _ record: RelevanceRecord?) throws {
        guard let record else {
            return try perform { _, db in
                let row = try Query("DELETE FROM relevance WHERE kind = ?1", in: db)
                row.bind(1, kind)
                try row.run()
            }
        }
        let response = try record.provided?.relevanceResponseBytes()
        try perform { _, db in
            let row = try Query(
                """
                INSERT OR REPLACE INTO relevance(kind, fingerprint, answered_at, next_ask, failures, last_error, family, response)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """, in: db)
            row.bind(1, kind)
            row.bind(2, record.fingerprint)
            row.bind(3, record.answeredAt?.milliseconds)
            row.bind(4, record.nextAsk?.milliseconds)
            row.bind(5, record.failures)
            row.bind(6, record.lastError)
            row.bind(7, record.provided?.family.rawValue ?? 0)
            row.bind(8, response)
            try row.run()
        }
    }

    /// Replaces the pinned widgets; those that have been removed are left out.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setPins(_ widgets: [WidgetID]) throws {
        try perform { _, db in
            try Query("DELETE FROM pin", in: db).run()
            for (place, widget) in widgets.enumerated() {
                let row = try Query("INSERT OR IGNORE INTO pin(widget, place) SELECT ?1, ?2 WHERE EXISTS(SELECT 1 FROM widget WHERE id = ?1)", in: db)
                row.bind(1, widget)
                row.bind(2, place)
                try row.run()
            }
        }
    }
}

extension StoredState {
    mutating func readRelevance(_ db: Database) throws {
        let rows = try Query("SELECT kind, fingerprint, answered_at, next_ask, failures, last_error, family, response FROM relevance", in: db)
        while try rows.step() {
            let kind = rows.text(0)
            var record = RelevanceRecord(
                fingerprint: rows.text(1), answeredAt: rows.optionalDate(2), failures: Int(rows.integer(4)), lastError: rows.text(5),
                nextAsk: rows.optionalDate(3))
            if !rows.isNull(7) {
                do {
                    guard let family = WidgetFamily(rawValue: Int(rows.integer(6))) else { throw WidgetError(.dataLoss, "its family isn't known") }
                    record.provided = try ProvidedRelevance(relevanceResponse: rows.blob(7), family: family)
                } catch {
                    // A row that is left out counts as never asked: the provider is asked again.
                    damaged.append("relevance of \(kind): \(error)")
                    continue
                }
            }
            relevance[kind] = record
        }
        let places = try Query("SELECT widget FROM pin ORDER BY place", in: db)
        while try places.step() {
            if let widget = places.widgetID(0) { pins.append(widget) } else { damaged.append("pin \(places.blob(0)): a widget's id has 16 bytes") }
        }
    }
}
