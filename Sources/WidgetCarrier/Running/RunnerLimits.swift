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
}
