internal import GRDB
public import WidgetCore

extension StoreTransaction {
    /// Adds to the decision log. It keeps the newest ``WidgetCore/Limits/decisions`` of all widgets together, and of each placed one besides the newest
    /// ``WidgetCore/Limits/decisionsPerWidget`` and the one that says why its entry is shown: no widget's decisions push another's out.
    ///
    /// A folded decision (`Decision.isCollapsible`) that equals the widget's last one replaces it, and its count includes it.
    /// - Returns: its sequence number, which rises with every decision.
    /// - Throws: SQLite's error; the whole transaction fails then.
    @discardableResult
    public mutating func append(_ decision: Decision) throws -> Int64 {
        try perform { _, db in
            let sequence = try decision.isCollapsible ? Self.fold(decision, db) ?? Self.insert(decision, db) : Self.insert(decision, db)
            if sequence % StoreLimits.cutInterval == 0 { try Self.cutDecisions(at: sequence, db) }
            return sequence
        }
    }

    private static func insert(_ decision: Decision, _ db: Database) throws -> Int64 {
        let row = try Query(
            """
            INSERT INTO decision(time, widget, event, cause, outcome, rule, detail, until, count) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, in: db)
        row.bind(1, decision.time.milliseconds)
        row.bind(2, decision.widget)
        row.bind(3, decision.event.rawValue)
        row.bind(4, decision.cause.map { Int64($0.rawValue) })
        row.bind(5, decision.outcome.map { Int64($0.rawValue) })
        row.bind(6, decision.rule)
        row.bind(7, decision.detail)
        row.bind(8, decision.until?.milliseconds)
        row.bind(9, decision.count)
        try row.run()
        return db.lastInsertedRowID
    }

    /// - Returns: nil: the widget's last decision is another one.
    private static func fold(_ decision: Decision, _ db: Database) throws -> Int64? {
        let row = try Query(
            """
            UPDATE decision SET sequence = (SELECT max(sequence) FROM decision) + 1, time = ?1, until = ?2, count = count + ?3
            WHERE sequence = (SELECT max(sequence) FROM decision WHERE widget = ?4)
                AND event = ?5 AND cause IS ?6 AND outcome IS ?7 AND rule = ?8 AND detail = ?9
            RETURNING sequence
            """, in: db)
        row.bind(1, decision.time.milliseconds)
        row.bind(2, decision.until?.milliseconds)
        row.bind(3, decision.count)
        row.bind(4, decision.widget)
        row.bind(5, decision.event.rawValue)
        row.bind(6, decision.cause.map { Int64($0.rawValue) })
        row.bind(7, decision.outcome.map { Int64($0.rawValue) })
        row.bind(8, decision.rule)
        row.bind(9, decision.detail)
        guard try row.step() else { return nil }
        let sequence = row.integer(0)
        // RETURNING gives all its rows before it is done.
        try row.run()
        return sequence
    }

    /// Checks the widgets of the decisions that have left the newest of all since the last cut, and the widgets that have had new ones. No other widget's
    /// decisions can have become superfluous.
    private static func cutDecisions(at sequence: Int64, _ db: Database) throws {
        let shown = Decision.Event.entryShown.rawValue
        let row = try Query(
            """
            WITH oldest(s) AS (SELECT sequence FROM decision ORDER BY sequence DESC LIMIT 1 OFFSET ?1),
            touched(widget) AS (
                SELECT widget FROM decision WHERE sequence > ?3
                UNION
                SELECT widget FROM (SELECT widget FROM decision WHERE sequence <= (SELECT s FROM oldest) ORDER BY sequence DESC LIMIT ?2)
            ),
            kept(widget, isPlaced, first, shown) AS MATERIALIZED (
                SELECT widget, EXISTS(SELECT 1 FROM widget WHERE id = touched.widget),
                    (SELECT sequence FROM decision AS n WHERE n.widget = touched.widget ORDER BY sequence DESC LIMIT 1 OFFSET ?4 - 1),
                    (SELECT max(sequence) FROM decision AS n WHERE n.widget = touched.widget AND n.event = \(shown))
                FROM touched
            )
            DELETE FROM decision WHERE sequence IN (
                SELECT d.sequence FROM kept CROSS JOIN decision AS d ON d.widget = kept.widget AND d.sequence <= (SELECT s FROM oldest)
                WHERE NOT kept.isPlaced OR d.sequence < kept.first AND d.sequence IS NOT kept.shown
            )
            """, in: db)
        row.bind(1, Limits.decisions)
        row.bind(2, StoreLimits.cutInterval)
        row.bind(3, sequence - StoreLimits.cutInterval)
        row.bind(4, Limits.decisionsPerWidget)
        try row.run()
    }

    /// A widget that is removed keeps no decisions besides the newest of all.
    static func forgetDecisions(of widget: WidgetID, _ db: Database) throws {
        let row = try Query("DELETE FROM decision WHERE widget = ?1 AND sequence <= (SELECT max(sequence) FROM decision) - ?2", in: db)
        row.bind(1, widget)
        row.bind(2, Limits.decisions)
        try row.run()
    }
}
