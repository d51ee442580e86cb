internal import GRDB
public import WidgetCore
internal import WidgetReplication

extension StoreTransaction {
    /// Replaces the kinds of controls that this device's providers give. Only those that are new, changed or gone are written.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setControlKinds(_ kinds: [StoredControlKind]) throws {
        try setOwned(.controlKinds, try kinds.map { (id: Array($0.kind.id.utf8), value: try ControlKindCoding.encode($0)) })
    }

    /// Keeps one of this device's controls as it is now. Other devices get all of it but the values of secret parameters.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ control: StoredControl) throws {
        let id = control.state.id
        try perform { replica, db in
            let secrets = try Self.secrets(of: control.state.control, replica.position.device, db)
            try replica.setOwned(.controls, id.bytes, try ControlCoding.encode(control, without: Set(secrets.keys)))
            // Most writes are of taps, and change none.
            guard try StoredState.controlSecrets(of: id, db) != secrets else { return }
            try Self.forgetSecrets(of: id, db)
            for (name, value) in secrets {
                let row = try Query("INSERT INTO control_secret(control, name, value) VALUES(?1, ?2, ?3)", in: db)
                row.bind(1, id)
                row.bind(2, name)
                row.bind(3, try ParametersCoding.encode(value))
                try row.run()
            }
        }
    }

    /// Takes the values of secret parameters out of the rows of this device's controls: an earlier widgetd wrote them, or the provider has marked them since.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func hideControlSecrets() throws {
        let shared = try perform { replica, db in
            let rows = try Query(#"SELECT id, value FROM owned WHERE device = ?1 AND "set" = ?2 AND value IS NOT NULL"#, in: db)
            rows.bind(1, replica.position.device)
            rows.bind(2, OwnedSet.controls.rawValue)
            var found: [StoredControl] = []
            while try rows.step() { if let id = rows.widgetID(0), let control = try? ControlCoding.decode(id, rows.blob(1)) { found.append(control) } }
            return try found.filter { try !Self.secrets(of: $0.state.control, replica.position.device, db).isEmpty }.map { control in
                let id = control.state.id
                return try ControlCoding.decode(id, ControlCoding.encode(control), secrets: StoredState.controlSecrets(of: id, db))
            }
        }
        for control in shared { try put(control) }
    }

    /// The secret parameters of a control, by their names or by the mark of this device's provider.
    private static func secrets(of control: Control, _ device: DeviceID, _ db: Database) throws -> Parameters {
        guard !control.parameters.isEmpty else { return [:] }
        let row = try Query(#"SELECT value FROM owned WHERE device = ?1 AND "set" = ?2 AND id = ?3 AND value IS NOT NULL"#, in: db)
        row.bind(1, device)
        row.bind(2, OwnedSet.controlKinds.rawValue)
        row.bind(3, Array(control.kind.utf8))
        let definitions = try row.step() ? (try? ControlKindCoding.decode(row.blob(0)))?.kind.parameters ?? [] : []
        let marked = Dictionary(definitions.map { ($0.name, $0.isSecret) }) { first, _ in first }
        return control.parameters.filter { name, _ in marked[name] ?? ParameterDefinition.isSecret(name) }
    }

    private static func forgetSecrets(of control: ControlID, _ db: Database) throws {
        let rows = try Query("DELETE FROM control_secret WHERE control = ?1", in: db)
        rows.bind(1, control)
        try rows.run()
    }

    /// Forgets one of this device's controls, and every tap on it.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeControl(_ id: ControlID) throws {
        try perform { replica, db in
            try replica.setOwned(.controls, id.bytes, nil)
            try Self.forgetSecrets(of: id, db)
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
    /// The secret parameters of one of this device's controls.
    static func controlSecrets(of control: ControlID, _ db: Database) throws -> Parameters {
        var found: Parameters = [:]
        let rows = try Query("SELECT name, value FROM control_secret WHERE control = ?1", in: db)
        rows.bind(1, control)
        while try rows.step() { found[rows.text(0)] = ParametersCoding.value(rows.blob(1)) }
        return found
    }

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
