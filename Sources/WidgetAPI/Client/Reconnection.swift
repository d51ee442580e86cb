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
        isConnected ? nil : max(0, ContinuousClock.now.duration(to: due).wholeMilliseconds)
    }
}

extension Duration {
    /// Rounded up, as poll(2) needs it: a wait that ends early would be followed by another one.
    public var wholeMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 + 1 }
}
