internal import GRDB
internal import WidgetAPI
public import WidgetCore

extension StoreTransaction {
    /// Keeps one of this device's activities as it is now.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ activity: StoredActivity) throws {
        let value = ActivityCoding.encode(activity)
        try perform { replica, _ in try replica.setOwned(.activities, activity.activity.id.bytes, value) }
    }

    /// Forgets one of this device's activities.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeActivity(_ id: ActivityID) throws {
        try perform { replica, _ in try replica.setOwned(.activities, id.bytes, nil) }
    }
}

extension StoreTransaction {
    /// Replaces the types of Live Activities that this device's providers have said to draw, also of those that aren't installed any more.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setActivityTypes(_ types: [StoredActivityType]) throws {
        var value = StoredActivityTypes()
        value.types = types.map { stored in
            .with { ($0.name, $0.provider, $0.fingerprint) = (stored.type.name, stored.type.provider, stored.fingerprint) }
        }
        let bytes: [UInt8] = try value.serializedBytes()
        try perform { _, db in
            let row = try Query("INSERT OR REPLACE INTO meta(key, value) VALUES('activity_types', ?1)", in: db)
            row.bind(1, bytes)
            try row.run()
        }
    }

    /// Replaces the types that other devices may have drawn here. Only those that are new, changed or gone are written.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setDrawnTypes(_ types: [ActivityType]) throws {
        try setOwned(
            .activityTypes,
            try types.map { type in (id: Array(type.name.utf8), value: try StoredActivityTypeValue.with { $0.provider = type.provider }.serializedBytes()) })
    }
}

extension StoredState {
    /// The types that other devices draw.
    mutating func readDrawnTypes(_ db: Database, own: DeviceID) throws {
        try readOwned(.activityTypes, db) { state, device, row in
            if device != own { state.peers[device, default: PeerState()].drawnTypes.insert(row.text(1)) }
        }
    }

    mutating func readActivityTypes(_ db: Database) throws {
        let row = try Query("SELECT value FROM meta WHERE key = 'activity_types'", in: db)
        guard try row.step() else { return }
        do {
            activityTypes = try StoredActivityTypes(serializedBytes: row.blob(0)).types.map {
                StoredActivityType(type: ActivityType(name: $0.name, provider: $0.provider), fingerprint: $0.fingerprint)
            }
        } catch {
            damaged.append("the types of Live Activities: \(error)")
        }
    }
}
