extension Schema {
    // Taps on controls, by their idempotency keys: of this device's controls, so that none is performed twice, and of others' that wait for their devices.
    static let controls8 = """
        CREATE TABLE control_key(control BLOB NOT NULL, key TEXT NOT NULL, is_on INTEGER, caller TEXT NOT NULL, outcome INTEGER NOT NULL, reason TEXT NOT NULL,
            until INTEGER, date INTEGER NOT NULL, PRIMARY KEY(control, key)) WITHOUT ROWID;
        """
}
