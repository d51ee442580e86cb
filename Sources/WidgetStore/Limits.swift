internal import WidgetCore

/// Every limit of the store, each with its reason. The model's are in WidgetCore.
enum StoreLimits {
    /// Transactions of each origin that stay in the log after every member has them, so that a user can look up recent changes.
    static let logTail: Int64 = 1_000
    /// The log and the decisions are cut once in so many additions: a cut costs about as much as a write.
    static let cutInterval: Int64 = 128
    /// Entries of the log that stay in memory, at times twice as many: those that come in while a link sends the earlier ones.
    static let recentEntries = 64
    /// The largest frame that stays in memory, in bytes; nearly all have less than a hundred.
    static let recentFrameBytes = 4_096
    /// Rows whose changes a transaction holds back until its end: all widgets of many desks. Each has some hundred bytes, and at most 9 KiB.
    static let pendingRows = 2_000
    /// Writes that share one commit. More only make the first of them wait longer.
    static let writesPerCommit = 64
    /// How long the bytes of an archive or image stay that no timeline names any more: a client that was just told of them still fetches them.
    static let contentGrace = Milliseconds.minutes(5)
    /// Contents swept in one transaction, so that no write pays for a large sweep alone.
    static let contentsPerSweep = 256
    /// How long an idempotency key is known: a day, as the protocol says, and as long as an action may wait for its device before it is asked.
    static let idempotencyPeriod = Milliseconds.hours(48)
    /// How long a new member's certificate may lack before the member counts as one with an earlier widgetd, which has none. It comes with the first exchange.
    static let certificateComesWithin = Milliseconds.minutes(10)
    /// Keys of secrets that one transaction gives: half of the operations that it may have.
    static let keysPerTransaction = 500
    /// How long the key of a secret's value is kept once another value has replaced it: a device that was away for less may still bring the value back.
    static let replacedKeyPeriod = Milliseconds.hours(30 * 24)
    /// Wait for another program that holds the database, such as a backup or the sqlite3 shell; longer than either holds it.
    static let busySeconds = 5.0
    /// The write-ahead log is cut back to this after a checkpoint, so that one large transaction doesn't keep its disk space for ever.
    static let journalBytes = 8 << 20
    /// Number of pages in the write-ahead log that causes a checkpoint: SQLite's own default.
    static let checkpointPages = 1_000
    /// Bytes that must be free on the disk before the write-ahead log is extended: so many that nobody misses the log's.
    static let freeBytes = 64 << 20
    /// A page in the write-ahead log: SQLite's 4 KiB and 24 bytes about them.
    static let logPageBytes = 4_120
    /// Pages of the commit after which it is folded in: most have fewer, and after a longer one the log stays that much longer.
    static let pagesOfLastCommit = 64
    /// Page cache of each connection, in KiB: the hot pages of 1,000 widgets, and little of a small machine's memory.
    static let cacheKiB = 1_024
    /// Edits that lost against another one, kept for each row: what a user might still miss.
    static let conflictsPerRow = 8
    /// Bytes of a surface's reason why it didn't change a setting.
    static let refusalBytes = 1_024
    /// The same in all: the last weeks of the busiest set of devices.
    static let conflicts: Int64 = 1_000
    /// Entries of the log, conflicts or rows that one call reads.
    static let rowsPerRead = 1_000
    /// Decisions that one call reads.
    static let decisionsPerRead = 1_000
}
