import TTRPCWire
import WidgetCore

/// The current snapshot of one widget, encoded for the wire, so that a read is a copy of bytes.
struct BoardEntry: Sendable {
    /// The encoded `ViewArchive` of the entry that is shown.
    enum Archive: Sendable {
        case none
        case ready(ContentDigest, [UInt8])
        /// Only this entry has it; it is kept as long as the entry is shown.
        case own([UInt8])
        /// Read from the store when a client asks for it, because too many bytes are kept ready already.
        case stored(ContentDigest)
    }

    var id: WidgetID
    var kind: String
    var name: String
    /// Its name in lists where it has none of its own.
    var displayName = ""
    /// Where a user has put it.
    var position = WidgetPosition.initial
    /// An encoded `WidgetSnapshot` without its archive.
    var summary: [UInt8]
    var archive: Archive
    /// Whether private content is hidden, because the session is locked.
    var isHidden = false

    /// Where it stands among the others.
    var place: WidgetPlace { WidgetPlace(id, position) }
}

extension ProtobufSize {
    /// The most bytes before a field's content: a tag of one byte, and the length of whatever fits in a frame.
    static let head = 5
}
