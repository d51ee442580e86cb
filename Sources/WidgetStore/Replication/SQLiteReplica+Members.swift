internal import GRDB
public import WidgetCore

// Who the other devices are, and what they have.
extension SQLiteReplica {
    public func isKnown(_ device: DeviceID) throws -> Bool {
        let row = try Query("SELECT 1 FROM device WHERE device = ?1", in: db)
        row.bind(1, device)
        return try row.step()
    }

    public func isMember(_ device: DeviceID) throws -> Bool {
        let row = try Query("SELECT 1 FROM device WHERE device = ?1 AND forgotten_at = 0 AND device NOT IN (SELECT device FROM revocation)", in: db)
        row.bind(1, device)
        return try row.step()
    }

    public func members() throws -> [DeviceID] {
        let rows = try Query(
            """
            SELECT DISTINCT device FROM device WHERE evicted_at = 0 AND forgotten_at = 0 AND device NOT IN (SELECT device FROM revocation)
            ORDER BY device
            """, in: db)
        var members: [DeviceID] = []
        while try rows.step() { if let device = rows.device(0) { members.append(device) } }
        return members
    }

    public func acknowledged(by device: DeviceID) throws -> [OriginNumber: Int64] {
        let rows = try Query("SELECT origin, seq FROM ack WHERE device = ?1", in: db)
        rows.bind(1, device)
        var sequences: [OriginNumber: Int64] = [:]
        while try rows.step() { sequences[OriginNumber(rawValue: UInt16(truncatingIfNeeded: rows.integer(0)))] = rows.integer(1) }
        return sequences
    }

    public mutating func setAcknowledged(by device: DeviceID, _ sequences: [OriginNumber: Int64]) throws {
        for (origin, sequence) in sequences {
            // What it said already isn't written again: most acknowledgements repeat most numbers.
            let row = try Query(
                "INSERT INTO ack(device, origin, seq) VALUES(?1, ?2, ?3) ON CONFLICT(device, origin) DO UPDATE SET seq = ?3 WHERE seq <> ?3", in: db)
            row.bind(1, device)
            row.bind(2, Int64(origin.rawValue))
            row.bind(3, sequence)
            try row.run()
        }
    }
}
