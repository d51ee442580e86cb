extension Schema {
    // Pushes: what this device was sent, and by whose key. Tokens are this device's alone: a server pushes to one device.
    static let pushes4 = """
        CREATE TABLE push_key(team TEXT NOT NULL, id TEXT NOT NULL, public_key BLOB NOT NULL, added_at INTEGER NOT NULL, apps TEXT NOT NULL,
            PRIMARY KEY(team, id)) WITHOUT ROWID;
        CREATE TABLE push_token(number INTEGER PRIMARY KEY, token BLOB NOT NULL UNIQUE, type INTEGER NOT NULL, app TEXT NOT NULL, subject TEXT NOT NULL,
            made_at INTEGER NOT NULL, ended_at INTEGER);
        CREATE INDEX push_token_ended ON push_token(ended_at) WHERE ended_at IS NOT NULL;
        CREATE TABLE push_told(app TEXT PRIMARY KEY, digest BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE push_channel(number INTEGER PRIMARY KEY, app TEXT NOT NULL, id BLOB NOT NULL, stores_messages INTEGER NOT NULL, message_id TEXT,
            message BLOB, message_expires INTEGER, UNIQUE(app, id));
        CREATE TABLE push(number INTEGER PRIMARY KEY, id TEXT NOT NULL, door TEXT NOT NULL, type INTEGER NOT NULL, app TEXT NOT NULL, subject TEXT NOT NULL,
            token BLOB NOT NULL, priority INTEGER NOT NULL, expiration INTEGER, collapse_id TEXT, payload BLOB NOT NULL, arrived_at INTEGER NOT NULL,
            held_until INTEGER);
        CREATE TABLE push_log(sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, push TEXT NOT NULL, app TEXT NOT NULL, type TEXT NOT NULL,
            event INTEGER NOT NULL, detail TEXT NOT NULL, until INTEGER);
        CREATE INDEX push_log_push ON push_log(push, sequence);
        """
}
