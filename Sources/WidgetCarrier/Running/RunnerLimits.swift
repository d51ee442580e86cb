import WidgetCore

/// The limits of a hub's exchange with its engine.
enum RunnerLimits {
    /// The pause after the first failure.
    static let firstPause = Milliseconds(1_000)
    /// The longest pause. An engine that comes back is used within it.
    static let longestPause = Milliseconds(300_000)
    /// How often this device's log is cut.
    static let collectInterval = Milliseconds(3_600_000)
    /// So many transactions in an engine's log that could be cut are cut: a new hub reads them in some seconds.
    static let longLog: Int64 = 20_000
    /// Bytes of a content in an engine: an archive has at most 256 KiB. Larger pictures go from hub to hub.
    static let contentBytes = 1 << 20
    /// Contents about which an engine is asked at once.
    static let contentsPerQuestion = 1_000
    /// Days after which an engine drops a content that no hub has named: longer than a hub is off for a holiday, and as long as the log is kept.
    static let unnamedContentDays: Int64 = 35
    /// Until the accounts of hubs are set again, after a failure: a hub that is gone may still be in.
    static let accountsPause = Milliseconds(5_000)
}
