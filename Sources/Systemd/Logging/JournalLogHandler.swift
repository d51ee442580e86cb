internal import CSystemd
import Glibc
public import Logging

/// Writes log events to the journal as structured entries.
///
/// An entry has `MESSAGE` (the message, and what follows for people to read), `PRIORITY`, `SYSLOG_IDENTIFIER`, `CODE_FILE`, `CODE_LINE`, `CODE_FUNC`,
/// `WIDGETD_LOGGER` (the logger's label), `WIDGETD_ERROR` if the event has an error, and `WIDGETD_<KEY>` for each metadata key, so that `journalctl
/// WIDGETD_PROVIDER=system` finds what one provider did. Sizes are bounded by ``SystemdLimits``. An event that the journal doesn't take goes to standard
/// error, with the reason.
public struct JournalLogHandler: LogHandler {
    /// Sends one entry; a negative `errno` on failure.
    typealias Send = @Sendable (JournalFields) -> CInt

    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    private let label: String
    private let identifier: String
    private let send: Send
    private let fallback: TerminalLogHandler

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: the logger's label.
    ///   - identifier: the program's name, by which `journalctl -t` selects.
    ///   - logLevel: the least severe level that is written.
    public init(label: String, identifier: String, logLevel: Logger.Level = .info) {
        self.init(
            label: label, identifier: identifier, logLevel: logLevel, send: Self.sendToJournal,
            fallback: TerminalLogHandler(label: label, logLevel: logLevel, colored: false))
    }

    init(label: String, identifier: String, logLevel: Logger.Level, send: @escaping Send, fallback: TerminalLogHandler) {
        self.label = label
        self.identifier = identifier
        self.logLevel = logLevel
        self.send = send
        self.fallback = fallback
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let all = event.metadata(over: metadata, from: metadataProvider)
        let result = send(JournalFields(event, metadata: all, label: label, identifier: identifier))
        guard result < 0 else { return }
        var event = event
        event.metadata = all.merging(["journal": "\(Errno.text(-result))"]) { own, _ in own }
        fallback.log(event: event)
    }

    /// Hands the fields to journald through libsystemd. It blocks for as long as journald's socket is full.
    private static func sendToJournal(_ fields: JournalFields) -> CInt {
        var bytes = fields.bytes
        return bytes.withUnsafeMutableBytes { buffer in
            var vectors: [iovec] = []
            vectors.reserveCapacity(fields.ends.count)
            var start = 0
            for end in fields.ends {
                vectors.append(iovec(iov_base: buffer.baseAddress?.advanced(by: start), iov_len: end - start))
                start = end
            }
            return sd_journal_sendv(vectors, CInt(vectors.count))
        }
    }
}

extension LogEvent {
    /// The event's metadata over the provider's over the handler's own: the nearer to the call, the stronger.
    func metadata(over own: Logger.Metadata, from provider: Logger.MetadataProvider?) -> Logger.Metadata {
        var all = own
        if let provided = provider?.get() { all.merge(provided) { _, new in new } }
        if let metadata { all.merge(metadata) { _, new in new } }
        return all
    }
}
