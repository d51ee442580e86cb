import CarrierSchema
import WidgetCore

/// A connection's way to the engine's tables.
enum PostgresSchema {
    /// Another hub's newer widgetd may have brought the tables further since this one connected.
    /// - Throws: FAILED_PRECONDITION for tables of another version.
    static func check(version found: Int64?) throws(WidgetError) {
        guard let found, found != CarrierSchema.version else { return }
        let advice = found > CarrierSchema.version ? "update widgetd on this machine" : "another hub has an earlier widgetd; update that"
        throw WidgetError(.failedPrecondition, "the engine's tables have version \(found), and this widgetd knows \(CarrierSchema.version): \(advice)")
    }

    /// Makes the tables, or brings them up to date, where this hub may. Several hubs may do this at once.
    /// - Throws: FAILED_PRECONDITION for tables of another version that this hub can't change, and for a server that doesn't write to its disk; the server's
    ///   errors.
    static func prepare(_ connection: PostgresConnection) throws {
        try connection.queue("SET synchronous_commit = on")
        try connection.queue("SET statement_timeout = '60s'")
        try connection.queue("SET lock_timeout = '20s'")
        try connection.queue("SET idle_in_transaction_session_timeout = '60s'")
        guard try connection.run("SHOW fsync").text(0, 0) == "on" else {
            throw WidgetError(.failedPrecondition, "the PostgreSQL server has fsync = off, so it may lose what it acknowledges; set fsync = on")
        }
        if try found(connection) != CarrierSchema.version { try update(connection) }
        try connection.run("LISTEN widgetd")
    }

    private static func found(_ connection: PostgresConnection) throws -> Int64? {
        guard try connection.run("SELECT to_regclass('widgetd.state') IS NOT NULL").integer(0, 0) == 1 else { return nil }
        return try connection.run("SELECT version FROM widgetd.state").integer(0, 0)
    }

    private static func update(_ connection: PostgresConnection) throws {
        do {
            try connection.transaction("BEGIN") {
                // One hub at a time; the number is any that nobody else uses.
                try connection.run("SELECT pg_advisory_xact_lock(7710221)")
                let found = try found(connection)
                if let found, found > CarrierSchema.version { return try check(version: found) }
                if found != CarrierSchema.version { try connection.run(CarrierSchema.script) }
            }
        } catch let error as WidgetError where error.code == .permissionDenied {
            let advice = "on the database's machine run: sudo widgetctl fleet init"
            throw WidgetError(
                .failedPrecondition, "the engine's tables aren't of version \(CarrierSchema.version), which this widgetd needs: \(advice)", cause: error.message
            )
        }
    }
}
