extension Schema {
    // An origin is one life of a device's store (a restored backup begins another), known here by a small number. Clocks are packed: 16 bytes a field.
    // `lseq` is the order in which transactions came, and so that in which they are passed on.
    static let replicated1 = """
        CREATE TABLE origin(ord INTEGER PRIMARY KEY, device BLOB NOT NULL, incarnation INTEGER NOT NULL, UNIQUE(device, incarnation));
        CREATE TABLE vector(origin INTEGER PRIMARY KEY, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, closed_at INTEGER, floor INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE log(lseq INTEGER PRIMARY KEY, origin INTEGER NOT NULL, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, frame BLOB NOT NULL,
            UNIQUE(origin, seq));

        CREATE TABLE widget(id BLOB PRIMARY KEY, kind TEXT NOT NULL, family INTEGER NOT NULL, name TEXT NOT NULL, parameters BLOB NOT NULL,
            placed_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE tombstone(tbl INTEGER NOT NULL, id BLOB NOT NULL, hlc INTEGER NOT NULL, origin INTEGER NOT NULL, seq INTEGER NOT NULL,
            PRIMARY KEY(tbl, id)) WITHOUT ROWID;

        CREATE TABLE owned_set(device BLOB NOT NULL, "set" INTEGER NOT NULL, incarnation INTEGER NOT NULL, version INTEGER NOT NULL,
            PRIMARY KEY(device, "set")) WITHOUT ROWID;
        CREATE TABLE owned(device BLOB NOT NULL, "set" INTEGER NOT NULL, id BLOB NOT NULL, incarnation INTEGER NOT NULL, version INTEGER NOT NULL,
            value BLOB, expires INTEGER, UNIQUE(device, "set", id));

        CREATE TABLE content(digest BLOB PRIMARY KEY, media_type TEXT NOT NULL, refs INTEGER NOT NULL, released_at INTEGER, data INTEGER NOT NULL)
            WITHOUT ROWID;
        CREATE INDEX content_released ON content(released_at) WHERE released_at IS NOT NULL;
        CREATE TABLE content_data(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        """

    // What this device alone knows.
    static let local1 = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        CREATE TABLE reload_record(widget BLOB PRIMARY KEY, next_reload INTEGER, rule TEXT NOT NULL, failures INTEGER NOT NULL, last_error TEXT NOT NULL,
            last_reload_at INTEGER, pending INTEGER) WITHOUT ROWID;
        CREATE TABLE decision(sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, widget BLOB NOT NULL, event INTEGER NOT NULL, cause INTEGER,
            outcome INTEGER, rule TEXT NOT NULL, detail TEXT NOT NULL, until INTEGER);
        CREATE INDEX decision_widget ON decision(widget, sequence);
        CREATE TABLE intent(key TEXT PRIMARY KEY, widget BLOB NOT NULL, action TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER,
            error_code INTEGER, error TEXT, cause TEXT) WITHOUT ROWID;
        CREATE INDEX intent_started ON intent(started_at);
        CREATE TABLE placement(key TEXT PRIMARY KEY, widget BLOB NOT NULL, placed_at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX placement_placed ON placement(placed_at);
        """
}
