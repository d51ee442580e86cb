/// The limits of one answer of an engine.
enum PostgresLimits {
    /// Transactions of one answer, but for those of one place.
    static let transactionsPerRead = 1_000
    /// Bytes of their frames.
    static let bytesPerRead = 4 << 20
    /// Rows of an owned set in one answer.
    static let rowsPerRead = 100
    /// Places whose marks stay for hubs that were away, however much of the log is cut.
    static let places: Int64 = 100_000
}
