internal import GRDB
internal import WidgetAPI
public import WidgetCore

/// A type of Live Activities with what tells whether its provider changed.
public struct StoredActivityType: Sendable, Hashable {
    public var type: ActivityType
    /// Changes when the provider's files or manifest change.
    public var fingerprint: String

    public init(type: ActivityType, fingerprint: String) {
        self.type = type
        self.fingerprint = fingerprint
    }
}

extension StoreTransaction {
    /// Replaces the types of Live Activities that this device's providers draw. They aren't replicated: an activity is drawn by the device that owns it.
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
}

extension StoredState {
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
