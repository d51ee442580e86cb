extension Schema {
    // What lets devices be the same: a chain of hashes over each origin's transactions, which outlives the log; fields that wait for their row or for a schema that
    // knows them; who the devices are and what they have acknowledged. `val` has no type: it holds what came.
    static let replicated2 = """
        ALTER TABLE vector ADD COLUMN top INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE chain(origin INTEGER NOT NULL, seq INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY(origin, seq)) WITHOUT ROWID;

        ALTER TABLE widget ADD COLUMN device BLOB NOT NULL DEFAULT x'';
        CREATE TABLE device(id BLOB PRIMARY KEY, device BLOB NOT NULL, name TEXT NOT NULL, addresses TEXT NOT NULL, added_at INTEGER NOT NULL,
            evicted_at INTEGER NOT NULL, forgotten_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;
        CREATE INDEX device_device ON device(device);
        CREATE TABLE revocation(id BLOB PRIMARY KEY, device BLOB NOT NULL, revoked_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;
        CREATE INDEX revocation_device ON revocation(device);
        CREATE TABLE hidden(tbl INTEGER NOT NULL, id BLOB NOT NULL, col INTEGER NOT NULL, val NOT NULL, hlc INTEGER NOT NULL, origin INTEGER NOT NULL,
            seq INTEGER NOT NULL, PRIMARY KEY(tbl, id, col)) WITHOUT ROWID;
        CREATE TABLE ack(device BLOB NOT NULL, origin INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY(device, origin)) WITHOUT ROWID;
        CREATE TABLE conflict(number INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, id BLOB NOT NULL, col INTEGER NOT NULL, val NOT NULL, hlc INTEGER NOT NULL,
            origin INTEGER NOT NULL, seq INTEGER NOT NULL, winner_hlc INTEGER NOT NULL, winner_origin INTEGER NOT NULL, winner_seq INTEGER NOT NULL,
            noted_at INTEGER NOT NULL, UNIQUE(tbl, id, col, hlc, origin, seq));
        """

    // Owned rows of several devices, and contents that are named here and not here yet (`data` is null).
    static let owned2 = """
        ALTER TABLE owned RENAME COLUMN version TO counter;
        ALTER TABLE owned DROP COLUMN expires;
        CREATE INDEX owned_counter ON owned(device, "set", counter);
        ALTER TABLE owned_set RENAME COLUMN version TO counter;
        ALTER TABLE owned_set ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE content_2(digest BLOB PRIMARY KEY, media_type TEXT NOT NULL, refs INTEGER NOT NULL, released_at INTEGER, data INTEGER) WITHOUT ROWID;
        INSERT INTO content_2(digest, media_type, refs, released_at, data) SELECT digest, media_type, refs, released_at, data FROM content;
        DROP TABLE content;
        ALTER TABLE content_2 RENAME TO content;
        CREATE INDEX content_released ON content(released_at) WHERE released_at IS NOT NULL;
        CREATE INDEX content_missing ON content(digest) WHERE data IS NULL;
        """
}
