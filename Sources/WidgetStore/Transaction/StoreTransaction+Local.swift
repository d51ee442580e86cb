internal import GRDB
internal import WidgetAPI
public import WidgetCore

extension StoreTransaction {
    /// Replaces the state of a widget that the engine needs after a restart. Does nothing if the widget has been removed.
    /// - Throws: SQLite's error; the whole transaction fails then.
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

extension StoreTransaction {
    /// Notes where this device is. It isn't replicated.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setLocality(_ locality: StoredLocality) throws {
        try perform { _, db in
            for (key, value) in [("time_zone", locality.timeZone), ("locale", locality.locale)] {
                let row = try Query("INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)", in: db)
                row.bind(1, key)
                row.bind(2, value)
                try row.run()
            }
        }
    }
}

extension StoreTransaction {
    /// Notes the surfaces that show something here. They aren't replicated.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setSurfaces(_ surfaces: [StoredSurface]) throws {
        var value = StoredSurfaces()
        value.surfaces = surfaces.map { surface in .with { ($0.traits, $0.seenAtMs) = (ProtoViewTraits(surface.traits), surface.seenAt.milliseconds) } }
        let bytes: [UInt8] = try value.serializedBytes()
        try perform { _, db in
            let row = try Query("INSERT OR REPLACE INTO meta(key, value) VALUES('surfaces', ?1)", in: db)
            row.bind(1, bytes)
            try row.run()
        }
    }
}

extension StoredState {
    mutating func readSurfaces(_ db: Database) throws {
        let row = try Query("SELECT value FROM meta WHERE key = 'surfaces'", in: db)
        guard try row.step() else { return }
        do {
            surroundings.surfaces = try StoredSurfaces(serializedBytes: row.blob(0)).surfaces.map {
                StoredSurface(traits: try ViewTraits($0.traits, field: "traits"), seenAt: Timestamp(milliseconds: $0.seenAtMs))
            }
        } catch {
            damaged.append("the traits of surfaces: \(error)")
        }
    }

    mutating func readLocality(_ db: Database) throws {
        func value(_ key: String) throws -> String? {
            let row = try Query("SELECT value FROM meta WHERE key = ?1", in: db)
            row.bind(1, key)
            return try row.step() ? row.text(0) : nil
        }
        if let timeZone = try value("time_zone"), let locale = try value("locale") {
            surroundings.locality = StoredLocality(timeZone: timeZone, locale: locale)
        }
    }
}
