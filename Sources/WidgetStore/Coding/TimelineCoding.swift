internal import FoundationEssentials
internal import WidgetAPI
internal import WidgetCore

/// A timeline as an owned row's bytes, column by column (storage.proto says how).
enum TimelineCoding {
    private static let digestBytes = 32

    /// - Parameter images: of the timeline, each once.
    static func encode(_ timeline: Timeline, images: [ContentDigest]) throws -> [UInt8] {
        var value = StoredTimelineValue()
        var last: Int64 = 0
        for entry in timeline.entries {
            value.dateMs.append(entry.date.milliseconds - last)
            last = entry.date.milliseconds
            value.archives.append(contentsOf: entry.archive.bytes)
            value.sizes.append(UInt32(clamping: entry.size))
        }
        if timeline.entries.contains(where: { $0.relevance != nil }) {
            value.scores = timeline.entries.map { $0.relevance?.score ?? .nan }
            value.scoreDurationsMs = timeline.entries.map { $0.relevance?.duration.count ?? 0 }
        }
        value.redrawn = timeline.entries.indices.filter { timeline.entries[$0].isRedrawn }.map(UInt32.init)
        value.policy =
            switch timeline.policy {
            case .atEnd: .atEnd(true)
            case .after(let date): .afterMs(date.milliseconds)
            case .never: .never(true)
            }
        value.receivedAtMs = timeline.receivedAt.milliseconds
        for image in images { value.images.append(contentsOf: image.bytes) }
        return try value.serializedBytes()
    }

    /// The row's columns with the reason why the provider gives no newer timeline. The timeline is nil if there is none yet.
    static func encode(_ bytes: [UInt8]?, _ failure: TimelineFailure) throws -> [UInt8] {
        var value = try bytes.map { try StoredTimelineValue(serializedBytes: $0) } ?? StoredTimelineValue()
        value.failure = failure.reason
        value.failingSinceMs = failure.since.milliseconds
        return try value.serializedBytes()
    }

    /// A row of the set: at least one of the two is there.
    struct Row {
        var timeline: Timeline?
        var failure: TimelineFailure?
    }

    /// - Throws: DATA_LOSS where the columns don't fit together.
    static func decode(_ bytes: [UInt8]) throws -> Row {
        let value = try StoredTimelineValue(serializedBytes: bytes)
        let failure = value.failure.isEmpty ? nil : TimelineFailure(reason: value.failure, since: Timestamp(milliseconds: value.failingSinceMs))
        if value.dateMs.isEmpty, let failure { return Row(timeline: nil, failure: failure) }
        return Row(timeline: try timeline(value), failure: failure)
    }

    private static func timeline(_ value: StoredTimelineValue) throws -> Timeline {
        let archives = try digests(value.archives)
        let count = value.dateMs.count
        guard count > 0, archives.count == count, value.sizes.count == count, value.scores.isEmpty || value.scores.count == count,
            value.scoreDurationsMs.count == value.scores.count
        else { throw WidgetError(.dataLoss, "a stored timeline's columns differ in length") }
        var entries: [TimelineEntry] = []
        entries.reserveCapacity(count)
        var date: Int64 = 0
        let redrawn = Set(value.redrawn)
        for index in 0..<count {
            let (sum, overflow) = date.addingReportingOverflow(value.dateMs[index])
            guard !overflow else { throw WidgetError(.dataLoss, "a stored timeline's date is out of range") }
            date = sum
            let relevance: EntryRelevance? =
                if !value.scores.isEmpty, !value.scores[index].isNaN {
                    EntryRelevance(score: value.scores[index], duration: Milliseconds(value.scoreDurationsMs[index]))
                } else {
                    nil
                }
            entries.append(
                TimelineEntry(
                    date: Timestamp(milliseconds: date), relevance: relevance, archive: archives[index], size: Int(value.sizes[index]),
                    isRedrawn: redrawn.contains(UInt32(clamping: index))))
        }
        let policy: ReloadPolicy =
            switch value.policy {
            case .afterMs(let date): .after(Timestamp(milliseconds: date))
            case .never: .never
            case .atEnd, nil: .atEnd
            }
        return Timeline(entries: entries, policy: policy, receivedAt: Timestamp(milliseconds: value.receivedAtMs))
    }

    /// The archives and images that a stored timeline names.
    static func contents(_ bytes: [UInt8]) throws -> Set<ContentDigest> {
        let value = try StoredTimelineValue(serializedBytes: bytes)
        return Set(try digests(value.archives)).union(try digests(value.images))
    }

    private static func digests(_ data: Data) throws -> [ContentDigest] {
        try data.withUnsafeBytes { bytes in
            try stride(from: 0, to: bytes.count, by: digestBytes).map { start in
                guard let digest = ContentDigest(bytes: Array(bytes[start..<min(start + digestBytes, bytes.count)])) else {
                    throw WidgetError(.dataLoss, "a stored timeline names a digest that hasn't \(digestBytes) bytes")
                }
                return digest
            }
        }
    }
}
