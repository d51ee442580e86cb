package import WidgetCore

/// The limits of one answer of an engine.
package enum PostgresLimits {
    /// How long a statement may take. The server ends one after 60 s, but for a COMMIT that waits for a standby.
    package static let deadline = Milliseconds(75_000)
    /// Statements that the server keeps for a connection: more than there are.
    static let preparedStatements = 64
    /// Transactions of one answer, but for those of one place.
    static let transactionsPerRead = 1_000
    /// Bytes of their frames.
    static let bytesPerRead = 4 << 20
    /// Rows of an owned set in one answer.
    static let rowsPerRead = 100
    /// Places whose marks stay for hubs that were away, however much of the log is cut.
    static let places: Int64 = 100_000
}
