internal import GRDB
public import WidgetCore

extension WidgetStore {
    /// Every origin that was ever heard of.
    public func origins() throws(WidgetError) -> [Origin] {
        try read { db in
            let rows = try Query("SELECT device, incarnation FROM origin ORDER BY ord", in: db)
            var found: [Origin] = []
            while try rows.step() {
                if let device = rows.device(0) { found.append(Origin(device: device, incarnation: Incarnation(rawValue: rows.integer(1)))) }
            }
            return found
        }
    }

    /// Changes of others than `device` that are here, and that it hasn't said are durable on it.
    public func unacknowledged(by device: DeviceID) throws(WidgetError) -> Int64 {
        try read { db in
            let count = try Query(
                """
                SELECT sum(max(v.seq - ifnull(a.seq, 0), 0)) FROM vector v JOIN origin o ON o.ord = v.origin
                LEFT JOIN ack a ON a.origin = v.origin AND a.device = ?1 WHERE o.device <> ?1
                """, in: db)
            count.bind(1, device)
            return try count.step() ? count.integer(0) : 0
        }
    }
}
