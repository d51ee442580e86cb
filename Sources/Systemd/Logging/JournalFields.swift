internal import Logging

/// The fields of one journal entry, laid out as sd_journal_sendv(3) takes them: `NAME=value`, one after the other in one buffer.
struct JournalFields: Sendable {
    /// Stands before the name of every field that comes from metadata, so that none of them can pass for one of the journal's own (`PRIORITY`, `UNIT`).
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
    /// `MESSAGE` repeats error and metadata as a terminal shows them: `journalctl` without options shows nothing else, and "a provider was not loaded" alone
    /// helps nobody.
    init(_ event: LogEvent, metadata: Logger.Metadata, label: String, identifier: String) {
        let line = TerminalText.escaped(event.message.description) + TerminalText.fields(metadata, error: event.error)
        append("MESSAGE", line.bounded(toUTF8: SystemdLimits.logMessage))
        append("PRIORITY", String(event.level.syslogPriority))
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
    var syslogPriority: Int {
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
