public import Glibc
public import Logging

/// Where the log goes.
public enum LogDestination: Sendable, Equatable {
    /// To the journal, as structured entries.
    case journal

    /// To standard error, as lines for people.
    case terminal(colored: Bool)

    /// Finds out where this process's log should go.
    ///
    /// It is the journal if `descriptor` *is* the stream that the service manager connected to the journal. The manager names the stream in `JOURNAL_STREAM` as
    /// `device:inode`. The variable alone doesn't tell, because children whose output was redirected inherit it. Else it is standard error, coloured only on a
    /// terminal that isn't `dumb` and without `NO_COLOR`.
    ///
    /// - Parameters:
    ///   - environment: the process's environment; read are `JOURNAL_STREAM`, `NO_COLOR` and `TERM`.
    ///   - descriptor: standard error.
    public static func detect(environment: [String: String], descriptor: CInt = STDERR_FILENO) -> LogDestination {
        if let stream = environment["JOURNAL_STREAM"], stream == identity(of: descriptor) { return .journal }
        let plain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return .terminal(colored: isatty(descriptor) == 1 && !plain && environment["TERM"] != "dumb")
    }

    /// A handler that writes to this destination, for `LoggingSystem.bootstrap`.
    ///
    /// - Parameters:
    ///   - label: the logger's label.
    ///   - identifier: the program's name, by which `journalctl -t` selects.
    ///   - logLevel: the least severe level that is written.
    public func makeHandler(label: String, identifier: String, logLevel: Logger.Level) -> any LogHandler {
        switch self {
        case .journal: JournalLogHandler(label: label, identifier: identifier, logLevel: logLevel)
        case .terminal(let colored): TerminalLogHandler(label: label, logLevel: logLevel, colored: colored)
        }
    }

    /// A handler that writes to this destination what `threshold` lets through at the time.
    public func makeHandler(label: String, identifier: String, threshold: LogThreshold) -> any LogHandler {
        ThresholdLogHandler(makeHandler(label: label, identifier: identifier, logLevel: .trace), threshold)
    }

    /// The descriptor's `device:inode`, in decimal as `JOURNAL_STREAM` has them.
    private static func identity(of descriptor: CInt) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }
}
