/// The engine's tables. Each step brings a database one version further.
package enum CarrierSchema {
    /// The number of the last step.
    package static var version: Int64 { Int64(steps.count) }

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
            "INSERT INTO widgetd.state (version) VALUES (0)",
            // A number that no other engine has.
            "INSERT INTO widgetd.place VALUES (0, ('x' || substr(md5(gen_random_uuid()::text), 1, 16))::bit(64)::bigint)",
        ],
        [
            """
            CREATE TABLE widgetd.content (
              digest bytea PRIMARY KEY, media_type text NOT NULL, data bytea NOT NULL, named_on date NOT NULL DEFAULT current_date)
            """
        ],
    ]

    /// A statement that makes the tables, or brings them up to date. Their owner may run it again.
    package static var script: String {
        let parts = steps.enumerated().map { number, statements in
            "IF found < \(number + 1) THEN\n\(statements.joined(separator: ";\n"));\nEND IF;"
        }
        return """
            DO $$
            DECLARE
              found bigint := 0;
            BEGIN
            CREATE SCHEMA IF NOT EXISTS widgetd;
            IF to_regclass('widgetd.state') IS NOT NULL THEN SELECT version INTO found FROM widgetd.state; END IF;
            \(parts.joined(separator: "\n"))
            UPDATE widgetd.state SET version = greatest(version, \(version));
            END $$;

            """
    }
}
