internal import CSystemd
import Glibc
public import Logging

/// Writes log events to the journal as structured entries.
///
/// An entry has `MESSAGE` (the message, with the error and the metadata), `PRIORITY`, `SYSLOG_IDENTIFIER`, `CODE_FILE`, `CODE_LINE` and `CODE_FUNC`. It also
/// has `WIDGETD_LOGGER` (the logger's label) and, if the event has an error, `WIDGETD_ERROR`. A ``JournalMessage`` has its `MESSAGE_ID` too. Each metadata key
/// is a field `WIDGETD_<KEY>`, so that `journalctl WIDGETD_PROVIDER=system` finds what one provider did. Sizes are bounded by ``SystemdLimits``. An event that
/// the journal doesn't take goes to standard error, with the reason.
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
    /// The merged metadata. For a key in several places, the event's value counts before the metadata provider's, and that before the handler's.
    func metadata(over own: Logger.Metadata, from provider: Logger.MetadataProvider?) -> Logger.Metadata {
        var all = own
        if let provided = provider?.get() { all.merge(provided) { _, new in new } }
        if let metadata { all.merge(metadata) { _, new in new } }
        return all
    }
}

/// The fields of one journal entry, laid out as sd_journal_sendv(3) takes them: `NAME=value`, one after the other in one buffer.
struct JournalFields: Sendable {
    /// The prefix of every field that comes from metadata. So no metadata can set one of the journal's own fields, such as `PRIORITY` or `UNIT`.
    static let prefix = "WIDGETD_"

    /// All fields without anything between them.
    private(set) var bytes: [UInt8] = []

    /// Where each field ends in ``bytes``.
    private(set) var ends: [Int] = []

    /// Adds a field whose name is known to be valid.
    mutating func append(_ name: String, _ value: String) {
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "="))
        bytes.append(contentsOf: value.utf8)
        ends.append(bytes.count)
    }

    /// Adds metadata in the order of its keys; what is over ``SystemdLimits/metadataFields`` is counted in a field of its own.
    mutating func append(_ metadata: Logger.Metadata) {
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }).prefix(SystemdLimits.metadataFields) {
            append(Self.fieldName(for: key), value.description.bounded(toUTF8: SystemdLimits.metadataValue))
        }
        if metadata.count > SystemdLimits.metadataFields {
            append(Self.fieldName(for: "fields dropped"), String(metadata.count - SystemdLimits.metadataFields))
        }
    }

    /// A metadata key as the journal wants it: upper-case ASCII letters, digits and underscores, at most ``SystemdLimits/journalFieldName`` bytes.
    static func fieldName(for key: String) -> String {
        var name = prefix
        for scalar in key.unicodeScalars.prefix(SystemdLimits.journalFieldName - prefix.utf8.count) {
            switch scalar {
            case "A"..."Z", "0"..."9": name.unicodeScalars.append(scalar)
            case "a"..."z": name += scalar.properties.uppercaseMapping
            default: name += "_"
            }
        }
        return name
    }
}

extension JournalFields {
    /// The entry for one log event: the journal's well-known fields, then the logger's label, the error and the metadata.
    ///
    /// `MESSAGE` repeats the error and the metadata as a terminal shows them, because `journalctl` without options shows only `MESSAGE`.
    init(_ event: LogEvent, metadata: Logger.Metadata, label: String, identifier: String) {
        let line = TerminalText.escaped(event.message.description) + TerminalText.fields(metadata, error: event.error)
        append("MESSAGE", line.bounded(toUTF8: SystemdLimits.logMessage))
        append("PRIORITY", String(event.level.syslogPriority))
        var metadata = metadata
        if let id = metadata.removeValue(forKey: JournalMessage.key) { append("MESSAGE_ID", id.description) }
        append("SYSLOG_IDENTIFIER", identifier)
        append("CODE_FILE", event.file)
        append("CODE_LINE", String(event.line))
        append("CODE_FUNC", event.function)
        append(Self.fieldName(for: "logger"), label)
        if let error = event.error {
            append(Self.fieldName(for: "error"), String(describing: error).bounded(toUTF8: SystemdLimits.metadataValue))
        }
        append(metadata)
    }
}

extension Logger.Level {
    /// The level in syslog's numbers (syslog(3)), by which `journalctl -p` selects.
    fileprivate var syslogPriority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
