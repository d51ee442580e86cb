import WidgetCore

/// The engine's tables. Each step brings a database one version further.
enum PostgresSchema {
    /// The number of the last step.
    static var version: Int64 { Int64(steps.count) }

    private static let steps: [[String]] = [
        [
            """
            CREATE TABLE widgetd.state (
              one boolean PRIMARY KEY DEFAULT true CHECK (one),
              version bigint NOT NULL, last bigint NOT NULL DEFAULT 0, snapshot bigint, snapshot_place bigint)
            """,
            "CREATE TABLE widgetd.place (number bigint PRIMARY KEY, mark bigint NOT NULL)",
            """
            CREATE TABLE widgetd.origin (
              device bytea NOT NULL, incarnation bigint NOT NULL, sequence bigint NOT NULL, hash bigint NOT NULL, clock bigint NOT NULL,
              closed_at bigint, closed_place bigint, floor bigint NOT NULL, PRIMARY KEY (device, incarnation))
            """,
            """
            CREATE TABLE widgetd.entry (
              place bigint NOT NULL, number bigint NOT NULL, device bytea NOT NULL, incarnation bigint NOT NULL, sequence bigint NOT NULL,
              clock bigint NOT NULL, hash bigint NOT NULL, frame bytea NOT NULL, PRIMARY KEY (device, incarnation, sequence))
            """,
            "CREATE UNIQUE INDEX entry_place ON widgetd.entry (place, number)",
            """
            CREATE TABLE widgetd.chain (
              device bytea NOT NULL, incarnation bigint NOT NULL, sequence bigint NOT NULL, hash bigint NOT NULL,
              PRIMARY KEY (device, incarnation, sequence))
            """,
            """
            CREATE TABLE widgetd.page (
              snapshot bigint NOT NULL, number bigint NOT NULL, data bytea NOT NULL, staged_at timestamptz NOT NULL DEFAULT now(),
              PRIMARY KEY (snapshot, number))
            """,
            """
            CREATE TABLE widgetd.snapshot_origin (
              number bigint PRIMARY KEY, device bytea NOT NULL, incarnation bigint NOT NULL, sequence bigint NOT NULL, hash bigint NOT NULL,
              clock bigint NOT NULL, closed_at bigint)
            """,
            """
            CREATE TABLE widgetd.owned_set (
              device bytea NOT NULL, set_number bigint NOT NULL, incarnation bigint NOT NULL, counter bigint NOT NULL, digest bigint NOT NULL,
              place bigint NOT NULL, PRIMARY KEY (device, set_number))
            """,
            "CREATE INDEX owned_set_place ON widgetd.owned_set (place)",
            """
            CREATE TABLE widgetd.owned_row (
              device bytea NOT NULL, set_number bigint NOT NULL, id bytea NOT NULL, counter bigint NOT NULL, value bytea, digest bigint NOT NULL,
              PRIMARY KEY (device, set_number, id))
            """,
            "CREATE INDEX owned_row_counter ON widgetd.owned_row (device, set_number, counter)",
        ],
        [
            """
            CREATE TABLE widgetd.content (
              digest bytea PRIMARY KEY, media_type text NOT NULL, data bytea NOT NULL, named_on date NOT NULL DEFAULT current_date)
            """
        ],
    ]

    /// Another hub's newer widgetd may have brought the tables further since this one connected.
    /// - Throws: FAILED_PRECONDITION for tables of another version.
    static func check(version found: Int64?) throws(WidgetError) {
        guard let found, found != version else { return }
        let advice = found > version ? "update widgetd on this machine" : "another hub has an earlier widgetd; update that"
        throw WidgetError(.failedPrecondition, "the engine's tables have version \(found), and this widgetd knows \(version): \(advice)")
    }

    /// Makes the tables, or brings them up to date. Several hubs may do this at once.
    /// - Parameter mark: a random number that no other engine has.
    /// - Throws: FAILED_PRECONDITION for tables of a newer version, and for a server that doesn't write to its disk; the server's errors.
    static func prepare(_ connection: PostgresConnection, mark: Int64) throws {
        try connection.queue("SET synchronous_commit = on")
        try connection.queue("SET statement_timeout = '60s'")
        try connection.queue("SET lock_timeout = '20s'")
        try connection.queue("SET idle_in_transaction_session_timeout = '60s'")
        guard try connection.run("SHOW fsync").text(0, 0) == "on" else {
            throw WidgetError(.failedPrecondition, "the PostgreSQL server has fsync = off, so it may lose what it acknowledges; set fsync = on")
        }
        try connection.transaction("BEGIN") {
            // One hub at a time; the number is any that nobody else uses.
            try connection.run("SELECT pg_advisory_xact_lock(7710221)")
            let exists = try connection.run("SELECT to_regclass('widgetd.state') IS NOT NULL").integer(0, 0) == 1
            var found: Int64 = 0
            if exists { found = try connection.run("SELECT version FROM widgetd.state").integer(0, 0) ?? 0 }
            if found > version { return try check(version: found) }
            guard found < version else { return }
            if !exists { try connection.run("CREATE SCHEMA IF NOT EXISTS widgetd") }
            for step in steps[Int(found)...] { for statement in step { try connection.run(statement) } }
            if exists {
                try connection.run("UPDATE widgetd.state SET version = $1", .integer(version))
            } else {
                try connection.run("INSERT INTO widgetd.state (version) VALUES ($1)", .integer(version))
                try connection.run("INSERT INTO widgetd.place VALUES (0, $1)", .integer(mark))
            }
        }
        try connection.run("LISTEN widgetd")
    }
}
