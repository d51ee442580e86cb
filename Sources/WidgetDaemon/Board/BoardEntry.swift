import WidgetCore

/// What one widget shows now, encoded for the wire, so that a read is a copy of bytes.
struct BoardEntry: Sendable {
    /// The encoded `ViewArchive` of the entry that is shown.
    enum Archive: Sendable {
        case none
        case ready(ContentDigest, [UInt8])
        /// Like no other entry's, and kept as long as this one is shown.
        case own([UInt8])
        /// Too much is ready already: read from the store when it is asked for.
        case stored(ContentDigest)
    }

    var id: WidgetID
    var kind: String
    var name: String
    /// What lists call it where it has no name.
    var displayName = ""
    /// Where a user has put it.
    var position = WidgetPosition.initial
    /// An encoded `WidgetSnapshot` without its archive.
    var summary: [UInt8]
    var archive: Archive

    /// Where it stands among the others.
    var place: WidgetPlace { WidgetPlace(id, position) }
}

/// Fields of encoded messages, put together without decoding them.
enum ProtobufField {
    /// The most bytes before a field's content: a tag of one byte, and the length of whatever fits in a frame.
    static let headLength = 5

    /// Appends a length-delimited field: a message, a string or bytes.
    static func append(number: UInt32, _ content: [UInt8], to bytes: inout [UInt8]) {
        appendVarint(UInt64(number) << 3 | 2, to: &bytes)
        appendVarint(UInt64(content.count), to: &bytes)
        bytes.append(contentsOf: content)
    }

    private static func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
