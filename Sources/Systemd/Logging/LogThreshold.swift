public import Logging
import Synchronization

/// The least severe level that is written, for all loggers of a process. It may change while they are in use, on any thread.
public final class LogThreshold: Sendable {
    private let current: Mutex<Logger.Level>

    public init(_ level: Logger.Level) { current = Mutex(level) }

    public var level: Logger.Level {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// A handler whose level is the process's threshold, unless its logger has a level of its own.
struct ThresholdLogHandler: LogHandler {
    private var base: any LogHandler
    private let threshold: LogThreshold
    private var own: Logger.Level?

    /// - Parameter base: writes all that it is given.
    init(_ base: any LogHandler, _ threshold: LogThreshold) {
        self.base = base
        self.threshold = threshold
    }

    var logLevel: Logger.Level {
        get { own ?? threshold.level }
        set { own = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { base.log(event: event) }
}
