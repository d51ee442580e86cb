internal import GRDB
internal import WidgetAPI
public import WidgetCore

extension StoreTransaction {
    /// Replaces the kinds that this device's providers give. Only those that are new, changed or gone are written.
    public mutating func setKinds(_ kinds: [StoredKind]) throws {
        let encoded = try kinds.map { (id: Array($0.kind.id.utf8), value: try KindCoding.encode($0)) }
        try perform { replica, _ in
            var gone = try replica.owned(.kinds)
            for (id, value) in encoded where gone.removeValue(forKey: id) != value { try replica.setOwned(.kinds, id, value) }
            for id in gone.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) { try replica.setOwned(.kinds, id, nil) }
        }
    }

    /// Replaces a widget's timeline by what its provider gave; archives and images are kept once each, whoever names them.
    /// - Returns: the timeline as it will be loaded.
    /// - Throws: NOT_FOUND where the widget was removed meanwhile.
    @discardableResult
    public mutating func setTimeline(_ widget: WidgetID, _ provided: ProvidedTimeline, receivedAt: Timestamp) throws -> Timeline {
        let timeline = Timeline(
            entries: provided.entries.map { TimelineEntry(date: $0.date, relevance: $0.relevance, archive: $0.digest, size: $0.archive.count) },
            policy: provided.policy, receivedAt: receivedAt)
        let images = Dictionary(provided.images.map { ($0.reference.digest, $0) }, uniquingKeysWith: { first, _ in first })
        let value = try TimelineCoding.encode(timeline, images: images.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
        try perform { replica, db in
            let placed = try Query("SELECT 1 FROM widget WHERE id = ?1", in: db)
            placed.bind(1, widget)
            guard try placed.step() else { throw WidgetError.noWidget(widget) }

            let archives = Dictionary(provided.entries.map { ($0.digest, $0.archive) }, uniquingKeysWith: { first, _ in first })
            let before = try replica.timelineContents(widget)
            for (digest, bytes) in archives where !before.contains(digest) { try replica.retain(digest, bytes) }
            for (digest, image) in images where !before.contains(digest) {
                try replica.retain(digest, image.data, mediaType: image.reference.mediaType)
            }
            for digest in before where archives[digest] == nil && images[digest] == nil { try replica.release(digest) }
            try replica.setOwned(.timelines, widget.bytes, value)
            try replica.sweepContent()
        }
        return timeline
    }
}

extension ReplicatedStore {
    /// Removes a widget's timeline, where it has one.
    mutating func removeTimeline(_ widget: WidgetID) throws {
        guard try owned(.timelines, widget.bytes) != nil else { return }
        for digest in try timelineContents(widget) { try release(digest) }
        try setOwned(.timelines, widget.bytes, nil)
    }

    /// What the widget's stored timeline names: its archives and images, each once. A timeline that can't be understood names none, so that the next one
    /// replaces it; `load()` has reported it.
    fileprivate func timelineContents(_ widget: WidgetID) throws -> Set<ContentDigest> {
        guard let value = try owned(.timelines, widget.bytes) else { return [] }
        return (try? TimelineCoding.contents(value)) ?? []
    }
}
