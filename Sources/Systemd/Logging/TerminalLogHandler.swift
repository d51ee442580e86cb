import Glibc
public import Logging
import Synchronization

/// Writes log events to standard error for people: local time, level, message and metadata, one line each.
///
/// Control characters in messages and values are shown as escapes. So a provider's output can neither move the cursor nor forge a line.
public struct TerminalLogHandler: LogHandler {
    /// The time of day that a line begins with.
    typealias Clock = @Sendable () -> timespec

    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    private let label: String
    private let colored: Bool
    private let output: LineWriter
    private let clock: Clock

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: the logger's label, shown at level debug and below.
    ///   - logLevel: the least severe level that is written.
    ///   - colored: whether to colour the level; see ``LogDestination/detect(environment:descriptor:)``.
    public init(label: String, logLevel: Logger.Level = .info, colored: Bool) {
        self.init(label: label, logLevel: logLevel, colored: colored, output: .standardError, clock: Self.now)
    }

    init(label: String, logLevel: Logger.Level, colored: Bool, output: LineWriter, clock: @escaping Clock) {
        self.label = label
        self.logLevel = logLevel
        self.colored = colored
        self.output = output
        self.clock = clock
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        output.write(line(for: event))
    }

    private func line(for event: LogEvent) -> String {
        var line = Self.timeOfDay(clock()) + " " + tag(event.level) + " "
        line += TerminalText.escaped(event.message.description.bounded(toUTF8: SystemdLimits.logMessage))
        if event.level <= .debug { line += TerminalText.field("logger", label) }
        return line + TerminalText.fields(event.metadata(over: metadata, from: metadataProvider), error: event.error)
    }

    private func tag(_ level: Logger.Level) -> String {
        let name = level.rawValue + String(repeating: " ", count: max(0, Self.levelWidth - level.rawValue.count))
        guard colored, let style = level.terminalStyle else { return name }
        return "\u{1b}[\(style)m\(name)\u{1b}[0m"
    }

    /// The width of the longest level name, so that messages align.
    private static let levelWidth = Logger.Level.allCases.map(\.rawValue.count).max() ?? 0

    private static func now() -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    /// Local time as HH:MM:SS.mmm, without the date: on a terminal it is known, and the journal keeps it.
    private static func timeOfDay(_ time: timespec) -> String {
        var seconds = time.tv_sec
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return "--:--:--.---" }
        let milliseconds = time.tv_nsec / 1_000_000
        return [Int(local.tm_hour), Int(local.tm_min), Int(local.tm_sec)].map { pad($0, 2) }.joined(separator: ":") + "." + pad(milliseconds, 3)
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Logger.Level {
    /// The level's SGR parameters, or nil for the terminal's own colour.
    fileprivate var terminalStyle: String? {
        switch self {
        case .trace, .debug: "2"
        case .info: nil
        case .notice: "36"
        case .warning: "33"
        case .error: "31"
        case .critical: "1;31"
        }
    }
}

/// Writes whole lines to a descriptor: lines from several threads don't mix.
final class LineWriter: Sendable {
    static let standardError = LineWriter(descriptor: STDERR_FILENO)

    private let descriptor: CInt
    private let turn = Mutex<Void>(())

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Writes `line` and a line break. A line that cannot be written is dropped: there is nowhere left to report it, and a daemon whose terminal is gone must
    /// go on.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        turn.withLock { _ in
            bytes.withUnsafeBytes { buffer in
                var rest = buffer[...]
                while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                    let count = Glibc.write(descriptor, start, rest.count)
                    if count >= 0 {
                        rest = rest.dropFirst(count)
                    } else if errno != EINTR, !(errno == EAGAIN && waitUntilWritable()) {
                        return
                    }
                }
            }
        }
    }

    /// Waits, at most ``SystemdLimits/terminalWait``, for a descriptor that somebody set to non-blocking mode.
    private func waitUntilWritable() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, SystemdLimits.terminalWait) == 1
    }
}
