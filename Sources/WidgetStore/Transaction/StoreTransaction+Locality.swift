internal import GRDB
internal import WidgetCore

extension StoreTransaction {
    /// Notes where this device is. It isn't replicated.
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

extension StoredState {
    mutating func readLocality(_ db: Database) throws {
        func value(_ key: String) throws -> String? {
            let row = try Query("SELECT value FROM meta WHERE key = ?1", in: db)
            row.bind(1, key)
            return try row.step() ? row.text(0) : nil
        }
        if let timeZone = try value("time_zone"), let locale = try value("locale") { locality = StoredLocality(timeZone: timeZone, locale: locale) }
    }
}
