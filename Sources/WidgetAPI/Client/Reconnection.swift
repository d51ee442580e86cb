/// When to connect anew to a daemon that has gone: at once, then after pauses that grow, up to ``ClientLimits/longestRetryPause``.
public struct Reconnection: Sendable {
    public private(set) var isConnected = false
    private var due = ContinuousClock.now
    private var pause = ClientLimits.firstRetryPause

    public init() {}

    public var isDue: Bool { !isConnected && ContinuousClock.now >= due }

    public mutating func connected() {
        isConnected = true
        pause = ClientLimits.firstRetryPause
    }

    public mutating func lost() {
        isConnected = false
        due = ContinuousClock.now + pause
        pause = min(pause * 2, ClientLimits.longestRetryPause)
    }

    /// For poll(2): until it is due; nil while there is a connection.
    public var milliseconds: Int64? {
        guard !isConnected else { return nil }
        let left = ContinuousClock.now.duration(to: due).components
        return max(0, left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
