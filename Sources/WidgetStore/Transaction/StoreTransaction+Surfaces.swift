internal import GRDB
public import WidgetCore
internal import WidgetReplication

extension StoreTransaction {
    /// Keeps one of this device's surfaces as it is now.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ surface: SurfaceRecord) throws {
        let value = try SurfaceCoding.encode(surface)
        try perform { replica, _ in
            let id = Array(surface.registration.name.utf8)
            if try replica.owned(.surfaces, id) != value { try replica.setOwned(.surfaces, id, value) }
        }
    }

    /// Forgets one of this device's surfaces.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeSurface(_ name: String) throws {
        try perform { replica, _ in try replica.setOwned(.surfaces, Array(name.utf8), nil) }
    }
}

extension StoredState {
    mutating func readRegistrations(_ db: Database) throws {
        try readOwned(.surfaces, db) { state, device, row in
            state.surroundings.registered[device, default: []].append(try SurfaceCoding.decode(row.blob(2)))
        }
    }
}
