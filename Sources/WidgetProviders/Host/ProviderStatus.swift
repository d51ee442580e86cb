public import WidgetCore

/// How a provider is doing.
public struct ProviderStatus: Sendable, Hashable {
    /// Of the program while it runs.
    public var processID: Int32?
    /// How often its program was started, by this daemon.
    public var launches = 0
    /// Calls that failed.
    public var failures = 0
    /// Why the last call that failed did; nil when a call went well since.
    public var lastError: WidgetError?
    /// When it was last asked.
    public var lastUsed: Timestamp?

    public init(processID: Int32? = nil, launches: Int = 0, failures: Int = 0, lastError: WidgetError? = nil, lastUsed: Timestamp? = nil) {
        self.processID = processID
        self.launches = launches
        self.failures = failures
        self.lastError = lastError
        self.lastUsed = lastUsed
    }
}
