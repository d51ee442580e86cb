/// The daemon's own limits, each with its reason.
enum DaemonLimits {
    /// Answers of one List call: a page of 1,000 summaries stays under 512 KiB.
    static let pageSize = 1_000
    /// A Watch that names ids names the ones on one screen.
    static let watchedWidgets = 256
    /// Credit that a client can have outstanding: beyond it, it is no flow control.
    static let maximumWatchCredit: UInt32 = 1 << 20
    /// Shortest prefix of an id that names a widget.
    static let identifierPrefix = 4
    /// Decisions that Explain gives: a screenful.
    static let explainedDecisions = 50
    static let decisionsPerCall = 1_000
    static let defaultDecisions = 100
    /// Decisions that are kept while the store can't be written; the oldest go first, reload records never do.
    static let waitingDecisions = 1_000
    /// Ends of actions that are remembered while the store can't be written; each began with a write that went well, so there are few.
    static let unrecordedEnds = 1_000
    /// How long a list of kinds or providers waits for those that are just being asked for theirs: about a program's start.
    static let descriptionPatience = Duration.seconds(2)
    /// When a provider that couldn't say its kinds is asked again, first; each time twice as long, up to an hour.
    static let descriptionRetry = Duration.seconds(30)
    static let longestDescriptionRetry = Duration.seconds(3_600)
    /// Archives that one Timeline call gives: with the rest it stays under a frame.
    static let archiveBytesPerCall = 3 << 20
    /// Time that calls in flight have at shutdown, under systemd's own 90 s.
    static let drainSeconds: Int64 = 5
    /// All encoded entries that are kept ready to be sent. What is over it is read from the store when it is asked for.
    static let readyArchiveBytes = 16 << 20
}
