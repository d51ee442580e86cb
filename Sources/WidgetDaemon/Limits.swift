import WidgetCore

/// The daemon's own limits, each with its reason.
enum DaemonLimits {
    /// Answers of one List call: a page of 1,000 summaries stays under 512 KiB.
    static let pageSize = 1_000
    /// A Watch that names ids names the ones on one screen.
    static let watchedWidgets = 256
    /// Events that a client which never grants credit is sent without reading: a screenful of widgets.
    static let defaultWatchCredit: UInt32 = 64
    /// Credit that a client can have outstanding: beyond it, it is no flow control.
    static let maximumWatchCredit: UInt32 = 1 << 20
    /// Shortest prefix of an id that names a widget.
    static let identifierPrefix = 4
    /// Decisions that Explain gives: a screenful.
    static let explainedDecisions = 50
    static let decisionsPerCall = 1_000
    static let defaultDecisions = 100
    /// How long keys of intents and placements are remembered: a retry comes within a day.
    static let idempotencyRetention = Milliseconds.hours(24)
    /// Time that calls in flight have at shutdown, under systemd's own 90 s.
    static let drainSeconds: Int64 = 5
    /// All encoded entries that are kept ready to be sent. What is over it is read from the store when it is asked for.
    static let readyArchiveBytes = 16 << 20
}
