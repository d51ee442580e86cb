internal import GRDB
public import WidgetCore

extension StoreTransaction {
    /// Replaces the kinds of controls that this device's providers give. Only those that are new, changed or gone are written.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setControlKinds(_ kinds: [StoredControlKind]) throws {
        try setOwned(.controlKinds, try kinds.map { (id: Array($0.kind.id.utf8), value: try ControlKindCoding.encode($0)) })
    }

    /// Keeps one of this device's controls as it is now.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ control: StoredControl) throws {
        let value = try ControlCoding.encode(control)
        try perform { replica, _ in try replica.setOwned(.controls, control.state.id.bytes, value) }
    }

    /// Forgets one of this device's controls, and every tap on it.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeControl(_ id: ControlID) throws {
        try perform { replica, db in
            try replica.setOwned(.controls, id.bytes, nil)
            let keys = try Query("DELETE FROM control_key WHERE control = ?1", in: db)
            keys.bind(1, id)
            try keys.run()
        }
    }

    /// Keeps a tap on this device's control, or on another device's control if the tap waits for that device.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ record: ControlRecord) throws {
        let receipt = ControlReceiptCoding.columns(record.receipt)
        try perform { _, db in
            let row = try Query(
                """
                INSERT INTO control_key(control, key, is_on, caller, outcome, reason, until, date, is_unanswered) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT(control, key) DO UPDATE SET outcome = ?5, reason = ?6, until = ?7, date = ?8, is_unanswered = ?9
                """, in: db)
            row.bind(1, record.control)
            row.bind(2, record.key)
            row.bind(3, record.isOn.map { $0 ? 1 : 0 } as Int64?)
            row.bind(4, record.caller)
            row.bind(5, receipt.outcome)
            row.bind(6, receipt.reason)
            row.bind(7, receipt.until?.milliseconds)
            row.bind(8, record.date.milliseconds)
            row.bind(9, record.isUnanswered ? 1 : 0)
            try row.run()
        }
    }

    /// Forgets a tap.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeControlKey(_ key: String, of id: ControlID) throws {
        try perform { _, db in
            let row = try Query("DELETE FROM control_key WHERE control = ?1 AND key = ?2", in: db)
            row.bind(1, id)
            row.bind(2, key)
            try row.run()
        }
    }
}

extension StoredState {
    /// Records of taps.
    mutating func readControlKeys(_ db: Database) throws {
        let rows = try Query("SELECT control, key, is_on, caller, outcome, reason, until, date, is_unanswered FROM control_key ORDER BY date, key", in: db)
        while try rows.step() {
            guard let control = rows.widgetID(0) else {
                damaged.append("tap \(rows.text(1)): a control's id has 16 bytes")
                continue
            }
            do {
                let receipt = try ControlReceiptCoding.receipt(outcome: Int(rows.integer(4)), reason: rows.text(5), until: rows.optionalDate(6) ?? rows.date(7))
                controlRecords.append(
                    ControlRecord(
                        control: control, key: rows.text(1), isOn: rows.optionalInteger(2).map { $0 != 0 }, caller: rows.text(3), receipt: receipt,
                        date: rows.date(7), isUnanswered: rows.integer(8) != 0))
            } catch {
                damaged.append("tap \(rows.text(1)) of control \(control): \(error)")
            }
        }
    }
}
