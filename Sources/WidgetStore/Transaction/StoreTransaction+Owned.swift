internal import GRDB
internal import WidgetAPI
public import WidgetCore
public import WidgetReplication

extension StoreTransaction {
    /// Replaces the kinds that this device's providers give. Only those that are new, changed or gone are written.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setKinds(_ kinds: [StoredKind]) throws {
        try setOwned(.kinds, try kinds.map { (id: Array($0.kind.id.utf8), value: try KindCoding.encode($0)) })
    }

    /// Replaces a set of this device's. Only rows that are new, changed or gone are written.
    mutating func setOwned(_ set: OwnedSet, _ rows: [(id: [UInt8], value: [UInt8])]) throws {
        try perform { replica, _ in
            var gone = try replica.ownedRows(set)
            for (id, value) in rows where gone.removeValue(forKey: id) != value { try replica.setOwned(set, id, value) }
            for id in gone.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) { try replica.setOwned(set, id, nil) }
        }
    }

    /// Writes this device's presence.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setPresence(_ presence: Presence) throws {
        let value = try PresenceCoding.encode(presence)
        try perform { replica, _ in try replica.setOwned(.presence, [], value) }
    }

    /// Replaces a widget's timeline by what its provider gave; archives and images are kept once each, whoever names them.
    /// - Returns: the timeline as it will be loaded.
    /// - Throws: NOT_FOUND where the widget was removed meanwhile.
    @discardableResult
    public mutating func setTimeline(_ widget: WidgetID, _ provided: ProvidedTimeline, receivedAt: Timestamp) throws -> Timeline {
        let timeline = Timeline(provided, receivedAt: receivedAt)
        let images = Dictionary(provided.images.map { ($0.reference.digest, $0) }, uniquingKeysWith: { first, _ in first })
        let value = try TimelineCoding.encode(timeline, images: images.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
        try perform { replica, db in
            try Self.requirePlaced(widget, db)
            try replica.setOwned(.timelines, widget.bytes, value)
            for entry in provided.entries { try replica.storage.keep(entry.digest, entry.archive) }
            for (digest, image) in images { try replica.storage.keep(digest, image.data, mediaType: image.reference.mediaType) }
        }
        return timeline
    }

    /// Says beside a widget's timeline that its provider gives no newer one, for the devices that show it. The next ``setTimeline(_:_:receivedAt:)`` removes
    /// the failure.
    /// - Throws: NOT_FOUND where the widget was removed meanwhile.
    public mutating func setTimelineFailure(_ widget: WidgetID, _ failure: TimelineFailure) throws {
        try perform { replica, db in
            try Self.requirePlaced(widget, db)
            try replica.setOwned(.timelines, widget.bytes, try TimelineCoding.encode(try replica.owned(.timelines, widget.bytes), failure))
        }
    }

    private static func requirePlaced(_ widget: WidgetID, _ db: Database) throws {
        let placed = try Query("SELECT 1 FROM widget WHERE id = ?1", in: db)
        placed.bind(1, widget)
        guard try placed.step() else { throw WidgetError.noWidget(widget) }
    }
}

extension Replica<SQLiteReplica> {
    /// Every row of this device in a set, by id.
    fileprivate func ownedRows(_ set: OwnedSet) throws -> [[UInt8]: [UInt8]] {
        let key = OwnedKey(device: position.device, set: set.rawValue)
        let rows = try storage.owned(key, after: 0, limit: .max)
        return Dictionary(rows.compactMap { row in row.value.map { (row.id, $0) } }, uniquingKeysWith: { first, _ in first })
    }
}

extension StoreTransaction {
    /// Keeps an archive or image that another device sent.
    /// - Parameter mediaType: empty for an archive.
    /// - Returns: false: nobody names it any more, or it is here already.
    /// - Throws: INVALID_ARGUMENT where the bytes aren't those that the digest names, or are more than a content may have.
    @discardableResult
    public mutating func addContent(_ digest: ContentDigest, _ bytes: [UInt8], mediaType: String) throws -> Bool {
        guard bytes.count <= max(Limits.archiveBytes, Limits.imageBytesPerTimeline) else {
            throw WidgetError.invalid("content", "\(bytes.count) bytes are more than any archive or image may have")
        }
        guard ContentDigest(of: bytes) == digest else { throw WidgetError.invalid("content", "the bytes aren't those of \(digest)") }
        return try perform { replica, _ in try replica.storage.keep(digest, bytes, mediaType: mediaType) }
    }
}
