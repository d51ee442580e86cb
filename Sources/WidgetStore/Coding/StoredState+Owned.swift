internal import GRDB
internal import WidgetCore

extension StoredState {
    /// Reads what all devices have of a set. What can't be understood is noted as damaged.
    mutating func readOwned(
        _ set: OwnedSet, _ db: Database, _ read: (inout StoredState, DeviceID, _ row: borrowing Query) throws -> Void
    ) throws {
        let rows = try Query(#"SELECT device, id, value FROM owned WHERE "set" = ?1 AND value IS NOT NULL"#, in: db)
        rows.bind(1, set.rawValue)
        while try rows.step() {
            do {
                guard let device = rows.device(0) else { throw WidgetError(.dataLoss, "its device's id hasn't \(DeviceID.byteCount) bytes") }
                try read(&self, device, rows)
            } catch {
                let id = rows.blob(1)
                damaged.append("\(set) \(WidgetID(bytes: id)?.description ?? String(decoding: id, as: UTF8.self)): \(error)")
            }
        }
    }
}
