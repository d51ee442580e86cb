import TTRPCWire
package import WidgetAPI
package import WidgetCore

/// Whether a watcher gets an item of a board.
package typealias BoardFilter = @Sendable (BoardEntry) -> Bool

/// The current snapshot of one widget, encoded for the wire, so that a read is a copy of bytes.
package struct BoardEntry: Sendable {
    /// The encoded `ViewArchive` of the entry that is shown.
    package enum Archive: Sendable {
        case none
        case ready(ContentDigest, [UInt8])
        /// Only this entry has it; it is kept as long as the entry is shown.
        case own([UInt8])
        /// Read from the store when a client asks for it, because too many bytes are kept ready already.
        case stored(ContentDigest)
    }

    package var id: WidgetID
    package var kind: String
    package var name: String
    /// Its name in lists where it has none of its own.
    var displayName = ""
    /// Where a user has put it.
    var position = WidgetPosition.initial
    /// An encoded `WidgetSnapshot` without its archive.
    package var summary: [UInt8]
    /// The same without the values of parameters, which leaves don't get. Nil: there are none.
    var publicSummary: [UInt8]?
    package var archive: Archive
    /// Whether private content is hidden, because the session is locked.
    package var isHidden = false
    /// The name of the space that it is of; empty: this device's own set.
    package var space = ""

    /// Where it stands among the others.
    package var place: WidgetPlace { WidgetPlace(id, position) }
}

extension BoardEntry {
    /// An entry of this device's own, whose place nobody chose.
    package init(id: WidgetID, kind: String, name: String, summary: [UInt8], archive: Archive) {
        self.init(id: id, kind: kind, name: name, displayName: "", summary: summary, archive: archive)
    }

    /// - Parameter snapshot: without its archive.
    package init(_ id: WidgetID, _ snapshot: ProtoWidgetSnapshot, position: WidgetPosition, archive: Archive, isHidden: Bool) throws(WidgetError) {
        self.init(
            id: id, kind: snapshot.widget.kind, name: snapshot.widget.name, displayName: snapshot.displayName, position: position,
            summary: try snapshot.encoded(), archive: archive, isHidden: isHidden)
        guard !snapshot.widget.parameters.isEmpty || !snapshot.widget.secretParameters.isEmpty else { return }
        var rest = snapshot
        (rest.widget.parameters, rest.widget.secretParameters) = ([:], [])
        publicSummary = try rest.encoded()
    }

    /// - Parameter id: the control's.
    package init(_ id: WidgetID, _ snapshot: ProtoControlSnapshot) throws(WidgetError) {
        self.init(id: id, kind: snapshot.control.kind, name: snapshot.control.name, summary: try snapshot.encoded(), archive: .none)
        guard !snapshot.control.parameters.isEmpty || !snapshot.control.secretParameters.isEmpty else { return }
        var rest = snapshot
        (rest.control.parameters, rest.control.secretParameters) = ([:], [])
        publicSummary = try rest.encoded()
    }
}

extension ProtobufSize {
    /// The most bytes before a field's content: a tag of one byte, and the length of whatever fits in a frame.
    package static let head = 5
}
