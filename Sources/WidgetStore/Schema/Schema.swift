internal import GRDB

/// The database's schema, by version. A version that has been released never changes; what comes later is added as the next one.
enum Schema {
    /// The version that this program writes, also `PRAGMA user_version`, so that a newer database is recognised without touching it.
    static let version = SchemaVersion.all.count

    /// The first version whose pages have checksums.
    static let firstWithChecksums = 13

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, version) in SchemaVersion.all.enumerated() {
            migrator.registerMigration("\(index + 1)") { db in
                if try version.isThere?(db) != true { try db.execute(sql: version.sql) }
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }

    /// Tables that other devices have too, and what is known of other devices. Only ``SQLiteReplica`` writes them. There are no foreign keys: rows come from
    /// peers in any order.
    static let replicatedTables: Set<String> = [
        "origin", "vector", "log", "chain", "widget", "device", "revocation", "leaf", "display_group", "enrolment", "secret_key", "hidden", "tombstone",
        "owned", "owned_set", "ack", "conflict", "content", "content_data",
    ]
}

/// A version of the schema: what it adds to the one before it. A version that has been released never changes.
struct SchemaVersion: Sendable {
    var sql: String
    /// Whether the database has it already; nil: it never has.
    var isThere: (@Sendable (Database) throws -> Bool)?

    /// All versions, the first one of version 1.
    static let all: [SchemaVersion] = [
        // 1. An origin is one life of a device's store (a restored backup begins another), known here by a small number. Clocks are packed: 16 bytes a field.
        // `lseq` is the order in which transactions came, and so that in which they are passed on.
        // `meta` and what follows it is what this device alone knows.
        SchemaVersion(
            sql: """
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
                """),
        // 2. The tables that let devices be the same: a chain of hashes over each origin's transactions, which outlives the log; fields that wait for their row
        // or for a schema that knows them. The devices, and how far each has acknowledged. `val` has no type: it holds what came. Owned rows of several
        // devices, and contents that are named here and not here yet (`data` is null).
        SchemaVersion(
            sql: """
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
                """),
        // 3. The budget that each widget has left for reloads, and whether the widget waits for it. A bucket that is null was never spent from.
        SchemaVersion(
            sql: """
                ALTER TABLE reload_record ADD COLUMN deferred INTEGER;
                ALTER TABLE reload_record ADD COLUMN own_credit INTEGER;
                ALTER TABLE reload_record ADD COLUMN own_settled_at INTEGER;
                ALTER TABLE reload_record ADD COLUMN push_credit INTEGER;
                ALTER TABLE reload_record ADD COLUMN push_settled_at INTEGER;
                ALTER TABLE reload_record ADD COLUMN last_spent_at INTEGER;
                ALTER TABLE reload_record ADD COLUMN last_seen_at INTEGER;
                """),
        // 4. Pushes: what this device was sent, and by whose key. Tokens are this device's alone: a server pushes to one device.
        SchemaVersion(
            sql: """
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
                """),
        // 5. The budget that a user chose for one widget on this device: kept beside what it has spent, and not replicated. Null: its kind's, or every
        // widget's.
        SchemaVersion(
            sql: """
                ALTER TABLE reload_record ADD COLUMN chosen_per_day INTEGER;
                ALTER TABLE reload_record ADD COLUMN chosen_saved INTEGER;
                """),
        // 6. When which cards of a kind are of use, as its provider said (`response` is an encoded `RelevanceResponse`; null: it hasn't said anything), and
        // when it is asked again. Widgets that a user wants first in this device's stack. Neither is replicated: what is of use here needn't be elsewhere.
        SchemaVersion(
            sql: """
                CREATE TABLE relevance(kind TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answered_at INTEGER, next_ask INTEGER, failures INTEGER NOT NULL,
                    last_error TEXT NOT NULL, family INTEGER NOT NULL, response BLOB) WITHOUT ROWID;
                CREATE TABLE pin(widget BLOB PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
                """),
        // 7. How often in a row the same was decided, and an index to find why a widget's entry is shown (event 5).
        // Where this device is (its time zone and its locale) stands in `meta`.
        SchemaVersion(
            sql: """
                ALTER TABLE decision ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
                CREATE INDEX decision_shown ON decision(widget, sequence) WHERE event = 5;
                """),
        // 8. Taps on controls, by their idempotency keys: of this device's controls, so that none is performed twice, and of others' that wait for their
        // devices.
        SchemaVersion(
            sql: """
                CREATE TABLE control_key(control BLOB NOT NULL, key TEXT NOT NULL, is_on INTEGER, caller TEXT NOT NULL, outcome INTEGER NOT NULL, reason TEXT NOT NULL,
                    until INTEGER, date INTEGER NOT NULL, PRIMARY KEY(control, key)) WITHOUT ROWID;
                """),
        // 9. Whether it isn't known that a tap came to the control's device. Programs between two releases made the column with version 8.
        SchemaVersion(sql: "ALTER TABLE control_key ADD COLUMN is_unanswered INTEGER NOT NULL DEFAULT 0") { db in
            try db.columns(in: "control_key").contains { $0.name == "is_unanswered" }
        },
        // 10. Topics to which scripts post. As other ways in they are this device's alone, and of a token there is the digest.
        SchemaVersion(
            sql: """
                CREATE TABLE push_topic(name TEXT PRIMARY KEY, digest BLOB NOT NULL UNIQUE, made_at INTEGER NOT NULL) WITHOUT ROWID;
                """),
        // 11. Where a user has put a widget on the board.
        SchemaVersion(
            sql: """
                ALTER TABLE widget ADD COLUMN position TEXT NOT NULL DEFAULT '';
                """),
        // 12. The stack that a user has put a widget into.
        SchemaVersion(
            sql: """
                ALTER TABLE widget ADD COLUMN stack TEXT NOT NULL DEFAULT '';
                """),
        // 13. Each page has a checksum (PageChecksums). The tables are the same, but an earlier program would write pages without one.
        SchemaVersion(sql: ""),
        // 14. Devices that show widgets, and hold no replica.
        SchemaVersion(
            sql: """
                CREATE TABLE leaf(id BLOB PRIMARY KEY, device BLOB NOT NULL, name TEXT NOT NULL, added_at INTEGER NOT NULL, forgotten_at INTEGER NOT NULL,
                    clk BLOB NOT NULL) WITHOUT ROWID;
                """),
        // 15. Groups of leaves, and codes with which several leaves join.
        SchemaVersion(
            sql: """
                CREATE TABLE display_group(id BLOB PRIMARY KEY, name TEXT NOT NULL, pages TEXT NOT NULL, allows INTEGER NOT NULL,
                    removed_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE enrolment(id BLOB PRIMARY KEY, digest BLOB NOT NULL, group_name TEXT NOT NULL, uses INTEGER NOT NULL,
                    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;
                ALTER TABLE leaf ADD COLUMN group_name TEXT NOT NULL DEFAULT '';
                ALTER TABLE leaf ADD COLUMN enrolment BLOB NOT NULL DEFAULT x'';
                """),
        // 16. Secret parameters: the devices' certificates, and the keys that are wrapped for them. Those of controls stay with the device that gives the
        // control, so they aren't in its rows. `value` is an encoded `ParameterValue`.
        SchemaVersion(
            sql: """
                ALTER TABLE device ADD COLUMN certificate BLOB NOT NULL DEFAULT x'';
                CREATE TABLE secret_key(id BLOB PRIMARY KEY, key_id BLOB NOT NULL, device BLOB NOT NULL, wrapped BLOB NOT NULL, widget BLOB NOT NULL,
                    replaced_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;
                CREATE INDEX secret_key_widget ON secret_key(widget);
                CREATE TABLE control_secret(control BLOB NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY(control, name)) WITHOUT ROWID;
                """),
        // 17. Enrolments with a role, so that members join with them too.
        SchemaVersion(
            sql: """
                ALTER TABLE device ADD COLUMN enrolment BLOB NOT NULL DEFAULT x'';
                ALTER TABLE enrolment ADD COLUMN role INTEGER NOT NULL DEFAULT 0;
                """),
    ]
}
